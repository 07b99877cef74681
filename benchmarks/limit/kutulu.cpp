// The speed limit for Code of Kutulu: the bot's turn and its whole Smitsimax, as an expert's C++.
//
// The same work as bots/kutulu/{rules,hunters,search}.py and common/search/{smitsimax,ucb}.py: rules,
// habits, rating, selection and backup. What it uses that the kernels' subset cannot say:
//   - bytes and 16-bit numbers, and structs laid out by hand; of a world only the minions in use are
//     copied; rows of explorers are pointers, taken once a turn
//   - SSE and AVX: the least of four costs by one instruction, eight bounds of a node at once
//   - prefetches of the nodes that the next turn needs, huge pages, no check of any index
//
//   g++ -O3 -march=native -std=c++17 -ffp-contract=off kutulu.cpp -o kutulu     (a processor with AVX2)
//   kutulu turns SECONDS < state     random actions, the world set back every SPAN turns; turns a second
//   kutulu turncount N < state       N times so; prints a checksum
//   kutulu search N < state          N iterations in an empty forest; prints processor seconds
//   kutulu count N < state           N iterations; prints visits and mean scores at every root
//
// state: numbers in the order that main reads them (benchmarks/kutulu_limit.py writes them).
// -DSPOOKED=21 and the like make another game of it: that is how a test sees the comparison fail.

#ifndef SPOOKED
#define SPOOKED 20
#endif
#ifndef FIRST_BOUND
#define FIRST_BOUND 1e300  // of a move never tried
#endif
#ifndef HABIT_ROOM
#define HABIT_ROOM 3
#endif
#ifndef EARLY
#define EARLY 0.25  // weight of a turn before the last
#endif

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <immintrin.h>
#include <string>
#include <sys/mman.h>

namespace {

constexpr int EXPLORERS = 4, WAYS = 4, PLACES = 16, MINIONS = 88;
constexpr int STRIDE = 256, FAR = 255, NO_WAY = 1000;
constexpr int LAST_TURN = 200, MAX_SANITY = 250, SPOOK = SPOOKED;
constexpr int LIGHT_REACH = 5, LIT_COST = 5, LIT_ROWS = 251, SLASHER_TURNS = 6;
constexpr int ROOM = 4, COMPANY = 2, FEARED = 6, SPAN = 6, YELL_TURNS = 3, MAX_DEPTH = 16;
constexpr double SCARCE = 100.0;
constexpr int LANES = 8, BLOCKS = 1 << 19, HUGE_PAGE = 1 << 21, ROOTS = 1 << 16;
enum Action { WAIT = 4, PLAN, LIGHT, YELL };
enum State { SPAWNING, WANDERING, STALKING, RUSHING, STUNNED };

struct Explorer {
    int cell, sanity, plans, lights, score, yelled_at;
    int plan_until, light_until, stuck_until, yell_until;
    bool is_in, has_slasher;
    bool is_free(int turn) const {
        return turn >= plan_until && turn >= light_until && turn >= yell_until;
    }
    void change(int points) { sanity = std::clamp(sanity + points, 0, MAX_SANITY); }
};

struct Slasher {
    int state, cell, until, target, memory;
};

struct Minion {  // spot: a wanderer's cell, or -1 - s for slasher s
    int16_t spot, leave, target;
};

struct World {
    int turn, living, last_plan, last_light;
    int energy[PLACES];
    Explorer explorers[EXPLORERS];
    int slasher_count;
    Slasher slashers[EXPLORERS];
    int count;
    Minion minions[MINIONS];

    void take(const World& other) {
        std::memcpy(this, &other, offsetof(World, minions) + sizeof(Minion) * other.count);
    }
};

struct Maze {  // two cells: [goal * STRIDE + start]; goal FAR is nobody's
    int cells, spawn_count, shelter_count, lonely, group, spawn_time, life_time;
    uint8_t exits[STRIDE][WAYS], ways[STRIDE][WAYS], way_count[STRIDE];
    int spawns[PLACES], shelters[PLACES];
    uint8_t walk[STRIDE * STRIDE], apart[STRIDE * STRIDE];
    uint8_t step[STRIDE * STRIDE][WAYS];
    bool sight[STRIDE * STRIDE];
    uint32_t rooms[STRIDE * STRIDE];  // [cell * STRIDE + minion]: a bit for a step of room, ROOM for a move
};

struct Dice {
    uint64_t state;
    int draw(int count) {
        state = (state * 25214903917ULL + 11) & ((1ULL << 48) - 1);
        return static_cast<int>(((state >> 17) * static_cast<unsigned>(count)) >> 31);
    }
};

// --- the rules

class Game {
   public:
    Maze maze;
    Dice dice;
    const uint8_t *walk[EXPLORERS], *apart[EXPLORERS];  // rows of where explorers are

    void stand(const World& world) {
        for (int who = 0; who < EXPLORERS; ++who) {
            const Explorer& one = world.explorers[who];
            goal_[who] = (one.is_in ? one.cell : FAR) * STRIDE;
            walk[who] = maze.walk + goal_[who];
            apart[who] = maze.apart + goal_[who];
        }
    }

    void play(World& world, const int* actions) {
        stand(world);
        spawn(world);
        act(world, actions);
        stand(world);
        if (world.turn > 50 || world.turn < world.last_plan) heal(world);
        move_minions(world);
        madness(world);
        end_turn(world);
    }

   private:
    int goal_[EXPLORERS];
    int next_;
    const __m128i spare_ = _mm_set1_epi32(65535);
    struct LitRow {
        uint64_t wanted = 0;  // for what start and lamps it was worked out
        uint16_t cost[STRIDE];
        uint8_t first[STRIDE];
    };
    LitRow lit_rows_[LIT_ROWS];
    uint64_t lights_ = 0;
    bool is_lit_[STRIDE];

    static void create(World& world, int spot, int leave) {
        if (world.count < MINIONS)
            world.minions[world.count++] = {static_cast<int16_t>(spot), static_cast<int16_t>(leave), -1};
    }

    void spawn(World& world) {
        for (int who = 0; who < EXPLORERS; ++who) {
            Explorer& one = world.explorers[who];
            if (one.sanity < 200 && one.is_in && !one.has_slasher && world.slasher_count < EXPLORERS) {
                one.has_slasher = true;
                world.slashers[world.slasher_count++] = {SPAWNING, one.cell, world.turn + SLASHER_TURNS - 1,
                                                         who, one.cell};
                create(world, -world.slasher_count, 0);
            }
        }
        if (world.turn % 5 != 0) return;
        int room[PLACES], farthest = 0;
        for (int place = 0; place < maze.spawn_count; ++place) {
            room[place] = FAR;
            for (const uint8_t* row : apart) room[place] = std::min<int>(room[place], row[maze.spawns[place]]);
            farthest = std::max(farthest, room[place]);
        }
        for (int place = 0; place < maze.spawn_count; ++place)
            if (room[place] == farthest)
                create(world, maze.spawns[place], world.turn + maze.spawn_time + maze.life_time - 1);
    }

    void act(World& world, const int* actions) {
        const int turn = world.turn;
        bool is_yelling[EXPLORERS];
        for (int who = 0; who < EXPLORERS; ++who) {
            const Explorer& one = world.explorers[who];
            is_yelling[who] = actions[who] == YELL && one.is_in && turn >= one.stuck_until;
        }
        for (int who = 0; who < EXPLORERS; ++who) {
            if (!is_yelling[who]) continue;
            Explorer& one = world.explorers[who];
            for (int victim = 0; victim < EXPLORERS; ++victim)
                if (victim != who && apart[victim][one.cell] <= 1 && !(one.yelled_at >> victim & 1)) {
                    one.yelled_at |= 1 << victim;
                    one.yell_until = world.explorers[victim].stuck_until = turn + 2;
                }
        }
        for (int who = 0; who < EXPLORERS; ++who) {
            Explorer& one = world.explorers[who];
            const int action = actions[who];
            if (action == WAIT || turn < one.stuck_until || !one.is_in) continue;
            if (action < WAYS) {
                one.cell = maze.exits[one.cell][action];
            } else if (action == PLAN && one.plans > 0 && one.is_free(turn)) {
                --one.plans;
                world.last_plan = one.plan_until = turn + 4;
            } else if (action == LIGHT && one.lights > 0 && one.is_free(turn)) {
                --one.lights;
                world.last_light = one.light_until = turn + 2;
            }
        }
    }

    void heal(World& world) {
        for (Explorer& one : world.explorers) {
            if (world.turn >= one.plan_until) continue;
            for (int guest = 0; guest < EXPLORERS; ++guest)
                if (walk[guest][one.cell] <= 2) {
                    one.change(3);
                    if (&world.explorers[guest] != &one) world.explorers[guest].change(3);
                }
        }
        for (int shelter = 0; shelter < maze.shelter_count; ++shelter) {
            if (world.energy[shelter] == 0) continue;
            int guests = 0;
            for (int who = 0; who < EXPLORERS; ++who)
                if (goal_[who] == maze.shelters[shelter] * STRIDE) {
                    world.explorers[who].change(5);
                    ++guests;
                }
            world.energy[shelter] = std::max(0, world.energy[shelter] - guests);
        }
    }

    void scare(World& world, int cell) {
        for (int who = 0; who < EXPLORERS; ++who)
            if (goal_[who] == cell * STRIDE) world.explorers[who].change(-SPOOK);
    }

    /* Ways from `start` to everywhere among lamps: two queues, of lit and of dark cells, in order. */
    void search_ways(LitRow& row, int turn, int start) const {
        uint8_t lit[STRIDE], dark[STRIDE];
        int lit_from = 0, lit_to = 0, dark_from = 0, dark_to = 1;
        const int shift = 8 * (turn % WAYS);
        std::fill(row.cost, row.cost + STRIDE, NO_WAY);
        row.cost[start] = 0;
        row.first[start] = dark[0] = static_cast<uint8_t>(start);
        while (dark_from < dark_to || lit_from < lit_to) {
            int here = dark[dark_from];
            if (lit_from < lit_to && (dark_from == dark_to || row.cost[lit[lit_from]] <= row.cost[here]))
                here = lit[lit_from++];
            else
                ++dark_from;
            const int cost = row.cost[here], first = row.first[here];
            uint32_t exits;
            std::memcpy(&exits, maze.exits[here], sizeof exits);
            exits = exits >> shift | static_cast<uint32_t>(uint64_t{exits} << (32 - shift));
#pragma GCC unroll 4
            for (int way = 0; way < WAYS; ++way, exits >>= 8) {
                const int beside = exits & 255;
                if (row.cost[beside] < NO_WAY) continue;
                row.first[beside] = static_cast<uint8_t>(here == start ? beside : first);
                if (is_lit_[beside]) {
                    row.cost[beside] = static_cast<uint16_t>(cost + LIT_COST);
                    lit[lit_to++] = static_cast<uint8_t>(beside);
                } else {
                    row.cost[beside] = static_cast<uint16_t>(cost + 1);
                    dark[dark_to++] = static_cast<uint8_t>(beside);
                }
            }
        }
    }

    const LitRow& find_row(const World& world, int here) {
        uint64_t lights = 1;
        for (int who = 0; who < EXPLORERS; ++who) {
            const bool is_burning = world.turn < world.explorers[who].light_until;
            lights = lights * STRIDE + (is_burning ? goal_[who] / STRIDE : FAR);
        }
        if (lights_ != lights) {
            lights_ = lights;
            std::fill(is_lit_, is_lit_ + STRIDE, false);
            for (int who = 0; who < EXPLORERS; ++who)
                if (world.turn < world.explorers[who].light_until)
                    for (int cell = 0; cell < maze.cells; ++cell) is_lit_[cell] |= walk[who][cell] <= LIGHT_REACH;
        }
        const uint64_t wanted = (lights * WAYS + world.turn % WAYS) * STRIDE + here;
        LitRow& row = lit_rows_[wanted % LIT_ROWS];
        if (row.wanted != wanted) {
            row.wanted = wanted;
            search_ways(row, world.turn, here);
        }
        return row;
    }

    /* The costs of all four in lanes: without ties, which dice decide, one instruction finds the least. */
    int chase(const World& world, int here, int old) {
        const bool is_lit = world.turn < world.last_light;
        const LitRow* lit = is_lit ? &find_row(world, here) : nullptr;
        int costs[EXPLORERS];
        for (int who = 0; who < EXPLORERS; ++who) {
            costs[who] = walk[who][here];
            if (is_lit && costs[who] != FAR) costs[who] = lit->cost[goal_[who] / STRIDE];
            if (is_lit && costs[who] == FAR) costs[who] = NO_WAY;
        }
        const __m128i packed = _mm_packus_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(costs)), spare_);
        const __m128i once = _mm_cmpeq_epi16(packed, _mm_shufflelo_epi16(packed, 0b00111001));
        const __m128i twice = _mm_cmpeq_epi16(packed, _mm_shufflelo_epi16(packed, 0b01001110));
        int chosen;
        if ((_mm_cvtsi128_si64(_mm_or_si128(once, twice))) == 0) {
            chosen = _mm_extract_epi16(_mm_minpos_epu16(packed), 1);
        } else {
            chosen = draw_chosen(costs, is_lit ? +NO_WAY : +FAR, old);
            if (chosen < 0) return chosen;
        }
        next_ = is_lit ? lit->first[goal_[chosen] / STRIDE] : maze.step[goal_[chosen] + here][world.turn % WAYS];
        return chosen;
    }

    int draw_chosen(const int* costs, int best, int old) {
        int chosen = -1, equals = 0;
        for (int who = 0; who < EXPLORERS; ++who) {
            if (costs[who] < best) {
                best = costs[who];
                chosen = who;
                equals = 1;
            } else if (costs[who] == best && chosen >= 0 && chosen != old) {
                if (dice.draw(++equals) == 0 || who == old) chosen = who;
            }
        }
        return chosen;
    }

    bool acquire(const World& world, Slasher& slasher) const {
        if (slasher.target >= 0 && world.explorers[slasher.target].sanity == 0) slasher.target = slasher.memory = -1;
        int nearest = FAR, seen = -1;
        for (int who = 0; who < EXPLORERS; ++who) {
            if (!maze.sight[goal_[who] + slasher.cell]) continue;
            if (who == slasher.target) {
                slasher.memory = world.explorers[who].cell;
                return true;
            }
            const int steps = apart[who][slasher.cell];
            if (steps <= nearest) {
                seen = steps < nearest ? who : -1;
                nearest = steps;
            }
        }
        slasher.target = seen;
        if (nearest < FAR) slasher.memory = seen >= 0 ? world.explorers[seen].cell : -1;
        return seen >= 0;
    }

    void slash(World& world, Slasher& slasher) {
        const int state = slasher.state;
        bool is_sighted = false;
        if (state == WANDERING || state == STALKING || state == RUSHING) is_sighted = acquire(world, slasher);
        if (state == RUSHING) {
            if (slasher.memory >= 0) slasher.cell = slasher.memory;
            scare(world, slasher.cell);
            slasher = {STUNNED, slasher.cell, world.turn + SLASHER_TURNS, -1, -1};
        } else if (state != WANDERING) {
            if (world.turn >= slasher.until) slasher.state = state == STUNNED ? WANDERING : RUSHING;
        } else if (is_sighted) {
            slasher.state = STALKING;
            slasher.until = world.turn + 2;
        } else {
            const int chosen = chase(world, slasher.cell, -1);
            if (chosen >= 0) {
                slasher.target = chosen;
                slasher.cell = next_;
            }
        }
    }

    bool wander(World& world, Minion& minion) {
        if (world.turn <= minion.leave - maze.life_time) return true;
        const int chosen = chase(world, minion.spot, minion.target);
        if (chosen >= 0) {
            minion.target = static_cast<int16_t>(chosen);
            minion.spot = static_cast<int16_t>(next_);
            if (world.explorers[chosen].cell == minion.spot) {
                scare(world, minion.spot);
                return false;
            }
        }
        return world.turn < minion.leave;
    }

    void move_minions(World& world) {
        int kept = 0;
        for (int index = 0; index < world.count; ++index) {
            Minion& minion = world.minions[index];
            bool is_staying = true;
            if (minion.spot < 0)
                slash(world, world.slashers[-1 - minion.spot]);
            else
                is_staying = wander(world, minion);
            if (is_staying) {
                if (kept < index) world.minions[kept] = minion;
                ++kept;
            }
        }
        world.count = kept;
    }

    void madness(World& world) {
        int where[EXPLORERS], company = 0;
        for (int who = 0; who < EXPLORERS; ++who) where[who] = goal_[who] / STRIDE;
        for (int who = 1; who < EXPLORERS; ++who)
            for (int other = 0; other < who; ++other)
                company |= (apart[other][where[who]] <= COMPANY) * (1 << who | 1 << other);
        const int alone = world.living == 1 ? 50 : maze.lonely;
        for (int who = 0; who < EXPLORERS; ++who) {
            Explorer& one = world.explorers[who];
            if (!one.is_in) continue;
            one.sanity -= company >> who & 1 ? maze.group : alone;
            if (one.sanity > 0) continue;
            one.is_in = false;
            one.score = world.turn;
            one.sanity = one.plan_until = one.light_until = 0;
            --world.living;
        }
    }

    void end_turn(World& world) {
        if (world.turn % 50 == 0 && world.turn > 0) {
            std::fill(world.energy, world.energy + maze.shelter_count, 10);
        }
        if (world.turn == LAST_TURN) {
            for (Explorer& one : world.explorers) {
                if (!one.is_in) continue;
                one.score = LAST_TURN + one.sanity;
                one.is_in = false;
            }
            world.living = 0;
        }
        ++world.turn;
    }
};

// --- what the bot searches

struct Params {
    double out, close, far, danger, plan, yell;
    int plan_below, habit, depth;
    int random_visits;
    double exploration;
};

class Searched : public Game {
   public:
    Params params;
    int me, now, action_count[EXPLORERS];
    int actions[EXPLORERS][8];
    const uint8_t* apart_now[EXPLORERS];  // rows of where explorers are now
    double scores[EXPLORERS];  // of an iteration, so far

    void list_actions(const World& start) {
        now = start.turn;
        stand(start);
        for (int unit = 0; unit < EXPLORERS; ++unit) {
            const Explorer& one = start.explorers[unit];
            apart_now[unit] = apart[unit];
            int& count = action_count[unit];
            int* list = actions[unit];
            count = 0;
            list[count++] = WAIT;
            if (!one.is_in || now < one.stuck_until) continue;
            for (int n = 0; n < maze.way_count[one.cell]; ++n) list[count++] = maze.ways[one.cell][n];
            bool is_alone_in_light = false, is_yelling = false;
            for (int other = 0; other < EXPLORERS; ++other) {
                if (other == unit) continue;
                const int steps = walk[other][one.cell];
                if (LIGHT_REACH < steps && steps < FAR) is_alone_in_light = true;
                if (apart[other][one.cell] <= 1 && !(one.yelled_at >> other & 1)) is_yelling = true;
            }
            if (is_yelling) list[count++] = YELL;
            if (!one.is_free(now)) continue;
            if (one.plans > 0 && one.sanity < MAX_SANITY) list[count++] = PLAN;
            if (unit == me && one.lights > 0 && is_alone_in_light) list[count++] = LIGHT;
        }
    }

    int count_moves(const World& world, int unit) const {
        if (world.turn == now) return action_count[unit];
        const Explorer& one = world.explorers[unit];
        if (!one.is_in) return 1;
        const int ahead = world.turn - now, count = maze.way_count[one.cell] + 1;
        if (ahead < YELL_TURNS)
            for (int other = 0; other < EXPLORERS; ++other)
                if (other != unit && !(one.yelled_at >> other & 1) && apart_now[other][one.cell] <= 1 + ahead)
                    return count + 1;
        return count;
    }

    void play_moves(World& world, const int* moves) {
        int orders[EXPLORERS];
        stand(world);
        if (params.habit > 0) note_hunters(world);
        for (int unit = 0; unit < EXPLORERS; ++unit) {
            const bool is_other = unit != me && world.explorers[unit].is_in;
            if (params.habit > 0 && is_other && dice.draw(100) < params.habit)
                orders[unit] = habit(world, unit);
            else
                orders[unit] = order_for(world, unit, moves[unit]);
        }
        play(world, orders);
        if (world.turn - now < params.depth) rate(world);
    }

    // Adds the leads after a turn to the scores of an iteration, which begin at the first.
    void rate(const World& world) {
        double points[EXPLORERS];
        stand(world);
        for (int who = 0; who < EXPLORERS; ++who) {
            const Explorer& one = world.explorers[who];
            points[who] = one.score - now - params.out;
            if (one.is_in) {
                points[who] = one.sanity;
                points[who] += params.plan * one.plans * std::min(1.0, one.sanity / SCARCE);
                int nearest = FAR;
                for (int other = 0; other < EXPLORERS; ++other) {
                    const int steps = walk[other][one.cell];
                    if (other == who || steps == FAR) continue;
                    nearest = std::min(nearest, steps);
                    if (!(one.yelled_at >> other & 1)) points[who] += params.yell;
                }
                if (2 < nearest && nearest < FAR) points[who] -= params.far * (nearest - 2);
            }
        }
        for (int index = 0; index < world.count; ++index) {
            const Minion& minion = world.minions[index];
            if (minion.target < 0) continue;
            const int steps = walk[minion.target][minion.spot];
            if (steps == 0 || FEARED < steps) continue;
            for (int who = 0; who < EXPLORERS; ++who)
                if (walk[who] == walk[minion.target]) points[who] -= params.danger / steps;
        }
        const int turn = world.turn - now;
        const double weight = turn < params.depth ? EARLY : 1.0;
        for (int who = 0; who < EXPLORERS; ++who) {
            if (turn == 1) scores[who] = 0.0;
            for (int other = 0; other < EXPLORERS; ++other) {
                const double lead = points[who] - points[other];
                scores[who] += lead * (weight / (params.close + std::abs(lead)));
            }
        }
    }

   private:
    int hunted_;  // bits of explorers with a wanderer near

    int order_for(const World& world, int unit, int move) const {
        if (world.turn == now) return actions[unit][move];
        const Explorer& one = world.explorers[unit];
        const int ways = maze.way_count[one.cell];
        if (move > 0) return move <= ways ? maze.ways[one.cell][move - 1] : move == ways + 1 ? +YELL : +WAIT;
        return one.plans > 0 && one.sanity <= params.plan_below ? PLAN : WAIT;
    }

    void note_hunters(const World& world) {
        hunted_ = 0;
        for (int index = 0; index < world.count; ++index) {
            const Minion& minion = world.minions[index];
            if (minion.target >= 0) hunted_ |= (walk[minion.target][minion.spot] <= 2) << minion.target;
        }
    }

    int habit(const World& world, int who) const {
        const Explorer& one = world.explorers[who];
        if (!(hunted_ >> who & 1)) {
            const bool can_plan = one.plans > 0 && one.sanity <= params.plan_below && one.is_free(world.turn);
            for (int other = 0; other < EXPLORERS; ++other) {
                if (other == who) continue;
                if (!(one.yelled_at >> other & 1) && apart[other][one.cell] <= 1 && hunted_ >> other & 1)
                    return YELL;
                if (can_plan && walk[other][one.cell] <= 2) return PLAN;
            }
        }
        uint32_t rooms = ~0u;
        for (int index = 0; index < world.count; ++index) {
            const Minion& minion = world.minions[index];
            if (minion.spot < 0)
                rooms &= maze.rooms[one.cell * STRIDE + world.slashers[-1 - minion.spot].cell];
            else if (world.turn >= minion.leave - maze.life_time)
                rooms &= maze.rooms[one.cell * STRIDE + minion.spot];
        }
        int best = WAIT, best_value = -1000000;
        for (int n = -1; n < maze.way_count[one.cell]; ++n) {
            const int action = n < 0 ? +WAIT : maze.ways[one.cell][n];
            const int cell = n < 0 ? one.cell : maze.exits[one.cell][action];
            int nearest = 1000;
            for (int other = 0; other < EXPLORERS; ++other)
                if (other != who && walk[other][cell] != FAR) nearest = std::min<int>(nearest, walk[other][cell]);
            const int room = __builtin_popcount(rooms >> (n + 1) * ROOM & ((1 << ROOM) - 1));
            const int value = HABIT_ROOM * room - std::max(0, nearest - 2);
            if (value > best_value) {
                best_value = value;
                best = action;
            }
        }
        return best;
    }
};

// --- Smitsimax

constexpr double UNTRIED = FIRST_BOUND, NO_MOVE = -1e300;

struct alignas(64) Block {  // the moves of a node; a slot is block * LANES + move
    double mean[LANES], share[LANES];
    int32_t visits[LANES];
    int32_t link[LANES];  // of a move: its block * 16 + number of moves, 0 if it has none
};

class Forest {
   public:
    Forest() {
        blocks_ = static_cast<Block*>(std::aligned_alloc(HUGE_PAGE, sizeof(Block) * BLOCKS));
        madvise(blocks_, sizeof(Block) * BLOCKS, MADV_HUGEPAGE);
        for (int visits = 1; visits < ROOTS; ++visits) {
            of_log_[visits] = std::sqrt(std::log(static_cast<double>(visits)));
            share_[visits] = 1.0 / std::sqrt(static_cast<double>(visits));
        }
    }
    ~Forest() { std::free(blocks_); }

    void plant() {
        used_ = 0;
        for (int unit = 0; unit < EXPLORERS; ++unit) {
            open(1);  // the root is move 0 of block `unit`
            lowest_[unit] = 1e300;
            highest_[unit] = -1e300;
        }
    }

    void iterate(const World& start, Searched& game, Dice& dice) {
        world_.take(start);
        int at[EXPLORERS], length[EXPLORERS], moves[EXPLORERS], path[EXPLORERS][MAX_DEPTH + 1];
        for (int unit = 0; unit < EXPLORERS; ++unit) {
            at[unit] = path[unit][0] = unit * LANES;
            length[unit] = 1;
        }
        for (int depth = 0; depth < game.params.depth; ++depth) {
            for (int unit = 0; unit < EXPLORERS; ++unit) {
                moves[unit] = pick(at[unit], unit, depth == 0, game, dice);
                path[unit][length[unit]] = at[unit];
                length[unit] += at[unit] >= 0;
            }
            game.play_moves(world_, moves);
        }
        game.rate(world_);
        for (int unit = 0; unit < EXPLORERS; ++unit) {
            const double score = game.scores[unit];
            lowest_[unit] = std::min(lowest_[unit], score);
            highest_[unit] = std::max(highest_[unit], score);
            scale_[unit] = game.params.exploration * std::max(highest_[unit] - lowest_[unit], 1e-9);
            for (int step = 0; step < length[unit]; ++step) {
                Block& block = blocks_[path[unit][step] / LANES];
                const int move = path[unit][step] % LANES;
                const int visits = ++block.visits[move];
                const double share = visits < ROOTS ? share_[visits] : 1.0 / std::sqrt(double(visits));
                const double weight = share * share;
                block.share[move] = share;
                block.mean[move] = block.mean[move] * (1.0 - weight) + score * weight;
            }
        }
    }

    /* Visits and mean score of each move at each root. */
    void print_roots() const {
        for (int unit = 0; unit < EXPLORERS; ++unit) {
            const int link = blocks_[unit].link[0];
            const Block& block = blocks_[link / 16];
            for (int move = 0; move < link % 16; ++move)
                std::printf("%d %.17g ", block.visits[move], block.visits[move] > 0 ? block.mean[move] : 0.0);
            std::printf("\n");
        }
    }

   private:
    int open(int moves) {
        if (used_ == BLOCKS) return 0;
        Block& block = blocks_[used_];
        for (int move = 0; move < LANES; ++move) {
            block.mean[move] = move < moves ? UNTRIED : NO_MOVE;
            block.share[move] = 0.0;
            block.visits[move] = block.link[move] = 0;
        }
        return used_++ * 16 + moves;
    }

    /* The move with the largest bound, the first of equal ones: all eight at once. */
    static int best(const Block& block, double width) {
        const __m256d widths = _mm256_set1_pd(width);
        const __m256d low = _mm256_add_pd(_mm256_load_pd(block.mean),
                                          _mm256_mul_pd(widths, _mm256_load_pd(block.share)));
        const __m256d high = _mm256_add_pd(_mm256_load_pd(block.mean + 4),
                                           _mm256_mul_pd(widths, _mm256_load_pd(block.share + 4)));
        __m256d most = _mm256_max_pd(low, high);
        most = _mm256_max_pd(most, _mm256_permute2f128_pd(most, most, 1));
        most = _mm256_max_pd(most, _mm256_permute_pd(most, 5));
        const int first = _mm256_movemask_pd(_mm256_cmp_pd(low, most, _CMP_EQ_OQ));
        const int second = _mm256_movemask_pd(_mm256_cmp_pd(high, most, _CMP_EQ_OQ));
        return __builtin_ctz(first | second << 4);
    }

    int pick(int& at, int unit, bool is_root, const Searched& game, Dice& dice) {
        if (at < 0) return dice.draw(game.count_moves(world_, unit));
        Block& own = blocks_[at / LANES];
        const int lane = at % LANES, tries = own.visits[lane];
        int link = own.link[lane];
        if (link == 0) {
            const int count = game.count_moves(world_, unit);
            if (is_root || tries > 0) link = own.link[lane] = open(count);
            if (link == 0) {
                at = -1;
                return dice.draw(count);
            }
        }
        const Block& block = blocks_[link / 16];
        int move;
        if (tries < game.params.random_visits) {
            move = dice.draw(link % 16);
        } else {
            const double of_log = tries < ROOTS ? of_log_[tries] : std::sqrt(std::log(double(tries)));
            move = best(block, scale_[unit] * of_log);
        }
        const Block& next = blocks_[block.link[move] / 16];  // it is wanted after this turn
        __builtin_prefetch(next.mean);
        __builtin_prefetch(next.share);
        __builtin_prefetch(next.visits);
        at = link / 16 * LANES + move;
        return move;
    }

    Block* blocks_;
    World world_;
    int used_ = 0;
    double lowest_[EXPLORERS], highest_[EXPLORERS], scale_[EXPLORERS];
    double of_log_[ROOTS], share_[ROOTS];
};

// --- the program

double read_number() {
    double value;
    if (std::scanf("%lf", &value) != 1) {
        std::fprintf(stderr, "kutulu: the state ends too early\n");
        std::exit(2);
    }
    return value;
}

int read_int() { return static_cast<int>(read_number()); }

void read_maze(Maze& maze) {
    for (int* field : {&maze.cells, &maze.lonely, &maze.group, &maze.spawn_time, &maze.life_time,
                       &maze.spawn_count, &maze.shelter_count})
        *field = read_int();
    for (int place = 0; place < maze.spawn_count; ++place) maze.spawns[place] = read_int();
    for (int place = 0; place < maze.shelter_count; ++place) maze.shelters[place] = read_int();
    for (int cell = 0; cell < maze.cells; ++cell) {
        for (uint8_t& exit : maze.exits[cell]) exit = static_cast<uint8_t>(read_int());
        maze.way_count[cell] = static_cast<uint8_t>(read_int());
        for (int n = 0; n < maze.way_count[cell]; ++n) maze.ways[cell][n] = static_cast<uint8_t>(read_int());
    }
    std::memset(maze.walk, FAR, sizeof maze.walk);
    std::memset(maze.apart, FAR, sizeof maze.apart);
    std::memset(maze.sight, 0, sizeof maze.sight);
    for (int goal = 0; goal < maze.cells; ++goal)
        for (int start = 0; start < maze.cells; ++start) {
            const int at = goal * STRIDE + start;
            maze.walk[at] = static_cast<uint8_t>(std::min(read_int(), FAR));
            maze.apart[at] = static_cast<uint8_t>(read_int());
            maze.sight[at] = read_int() != 0;
            const auto packed = static_cast<uint32_t>(read_number());
            for (int turn = 0; turn < WAYS; ++turn) maze.step[at][turn] = static_cast<uint8_t>(packed >> (8 * turn));
        }
    for (int cell = 0; cell < maze.cells; ++cell)
        for (int minion = 0; minion < maze.cells; ++minion) {
            uint32_t& rooms = maze.rooms[cell * STRIDE + minion];
            rooms = 0;
            for (int n = -1; n < maze.way_count[cell]; ++n) {
                const int after = n < 0 ? cell : maze.exits[cell][maze.ways[cell][n]];
                const int room = std::min<int>(ROOM, maze.walk[minion * STRIDE + after]);
                rooms |= ((1u << room) - 1) << (n + 1) * ROOM;
            }
        }
}

void read_world(World& world, const Maze& maze) {
    for (int* field : {&world.turn, &world.living, &world.last_plan, &world.last_light}) *field = read_int();
    for (int place = 0; place < maze.shelter_count; ++place) world.energy[place] = read_int();
    for (Explorer& one : world.explorers) {
        for (int* field : {&one.cell, &one.sanity, &one.plans, &one.lights, &one.score, &one.yelled_at,
                           &one.plan_until, &one.light_until, &one.stuck_until, &one.yell_until})
            *field = read_int();
        one.is_in = read_int() != 0;
        one.has_slasher = read_int() != 0;
    }
    world.slasher_count = read_int();
    for (int index = 0; index < world.slasher_count; ++index) {
        Slasher& one = world.slashers[index];
        for (int* field : {&one.state, &one.cell, &one.until, &one.target, &one.memory}) *field = read_int();
    }
    world.count = read_int();
    for (int index = 0; index < world.count; ++index) {
        Minion& minion = world.minions[index];
        for (int16_t* field : {&minion.spot, &minion.leave, &minion.target})
            *field = static_cast<int16_t>(read_int());
    }
}

void read_params(Params& q) {
    for (double* field : {&q.out, &q.close, &q.far, &q.danger, &q.plan, &q.yell})
        *field = read_number();
    for (int* field : {&q.plan_below, &q.habit, &q.depth}) *field = read_int();
    q.random_visits = read_int();
    q.exploration = read_number();
}

double now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/* `count` times SPAN turns of random actions from the start; a sum that cannot be left out. */
long play_turns(const World& start, Game& game, Dice& dice, World& world, long count) {
    long total = 0;
    for (long repeat = 0; repeat < count; ++repeat) {
        world.take(start);
        for (int turn = 0; turn < SPAN; ++turn) {
            int actions[EXPLORERS];
            for (int& action : actions) action = dice.draw(8);
            game.play(world, actions);
        }
        for (const Explorer& one : world.explorers) total += one.sanity + one.cell;
        total += world.count;
    }
    return total;
}

void measure_turns(const World& start, Game& game, double seconds) {
    const double begin = now();
    Dice dice = game.dice;
    World world;
    long turns = 0, sum = 0;
    for (; now() - begin < seconds; turns += 200 * SPAN) sum += play_turns(start, game, dice, world, 200);
    std::printf("%.0f\n%ld\n", turns / (now() - begin), sum);
}

/* Processor seconds of a search of `count` iterations; the first one, not timed, takes the memory. */
double time_search(const World& start, Searched& game, int count) {
    static Forest forest;
    const Dice first = game.dice;
    double begin = 0.0;
    for (int round = 0; round < 2; ++round) {
        game.dice = first;
        Dice dice = first;
        begin = now();
        forest.plant();
        for (int k = 0; k < count; ++k) forest.iterate(start, game, dice);
    }
    return now() - begin;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: kutulu turns|search SECONDS or turncount|count N, with a state on stdin\n");
        return 2;
    }
    static Searched game;
    static World start;
    read_maze(game.maze);
    read_world(start, game.maze);
    read_params(game.params);
    game.me = read_int();
    game.dice.state = static_cast<uint64_t>(read_number());
    game.list_actions(start);
    const std::string what = argv[1];
    Dice dice = game.dice;
    if (what == "turns") {
        measure_turns(start, game, std::atof(argv[2]));
    } else if (what == "turncount") {
        World world;
        std::printf("%ld\n", play_turns(start, game, dice, world, std::atol(argv[2])));
    } else if (what == "search") {
        std::printf("%.9f\n", time_search(start, game, std::atoi(argv[2])));
    } else if (what == "count") {
        static Forest forest;
        forest.plant();
        for (int k = 0; k < std::atoi(argv[2]); ++k) forest.iterate(start, game, dice);
        forest.print_roots();
    } else {
        std::fprintf(stderr, "kutulu: expected turns, turncount, search or count, got %s\n", what.c_str());
        return 2;
    }
    return 0;
}
