// The speed limit for Olymbits: one update of the four mini-games, and the whole search, by hand in C++.
//
// The same work as bots/olymbits/{minigames,rules,search}.py and common/search/duct.py, number for number, in
// the layout that an expert would choose. What the subset cannot say: integers of 8, 16 and 32 bits, so that a
// match has about 130 bytes; a node of doubles and small integers in one cache line, fetched ahead of its use;
// four bounds in one AVX register; no check of any index or sum.
//
//   g++ -O3 -march=native -ffp-contract=off -std=c++17 olymbits.cpp -o olymbits
//   olymbits updates SECONDS < state    UPDATES updates of random moves from the state, again and again,
//                                       for so much processor time
//   olymbits count N < state            N times that; prints a checksum, to be held against Python's
//   olymbits tree N < state             N iterations of the search from the state: counts, visits, sums
//   olymbits search N < state           the same; prints the processor time that they take
//
// state: numbers in the order that read_state reads them (benchmarks/olymbits_limit.py writes them).
// A test changes FALL and FRESH by -D and sees the checks fail.

#include <immintrin.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#ifndef FALL
#define FALL 5  // the risk at which a skater falls
#endif
#ifndef FRESH
#define FRESH 1.0  // of an action never tried, against the bound as it is
#endif

namespace {

constexpr int PLAYERS = 3, ACTIONS = 4, JOINT = 64, TURNS = 100, ORDERS = 24;
constexpr int UPDATES = 12;
enum { HURDLES, ARCHERY, SKATING, DIVING, GAMES };
enum { RUNNING, OVER, DUE };

constexpr int8_t LEAPS[32] = {2, 2, 1, 3, 2, 5, 5, 5, 6, 6, 1, 6, 6, 5, 5, 5,
                              2, 2, 1, 7, 2, 5, 5, 5, 6, 6, 1, 6, 6, 5, 5, 5};
constexpr int8_t GLIDES[4] = {1, 2, 2, 3};
constexpr int8_t RISKS[20] = {0, 0, 1, 2, 0, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 5, 3, 4, 5, 6};

struct Orders {  // by order and action: the place of the action, by order: the action of two calm cells
    int8_t places[ORDERS][ACTIONS], calm[ORDERS];
    constexpr Orders() : places(), calm() {
        int order = 0;
        for (int a = 0; a < 4; ++a)
            for (int b = 0; b < 4; ++b)
                for (int c = 0; c < 4; ++c) {
                    if (a == b || a == c || b == c) continue;
                    const int given[ACTIONS] = {a, b, c, 6 - a - b - c};
                    for (int action = 0; action < ACTIONS; ++action) {
                        places[order][action] = static_cast<int8_t>(given[action]);
                        if (given[action] == 1) calm[order] = static_cast<int8_t>(action);
                    }
                    ++order;
                }
    }
};
constexpr Orders ORDER;

struct Picks {  // by a set of actions and a number below its size: the action
    int8_t at[1 << ACTIONS][ACTIONS];
    constexpr Picks() : at() {
        for (int set = 0; set < 1 << ACTIONS; ++set)
            for (int action = 0, number = 0; action < ACTIONS; ++action)
                if (set >> action & 1) at[set][number++] = static_cast<int8_t>(action);
    }
};
constexpr Picks PICKS;

constexpr int8_t EAST[4] = {0, 0, -1, 1}, SOUTH[4] = {-1, 1, 0, 0};

struct Run {
    int64_t code;
    int8_t phase, left;
    int8_t first[PLAYERS], second[PLAYERS];
};

struct Match {
    Run runs[GAMES];
    int8_t medals[PLAYERS][GAMES][3];
    int16_t turn;
};

struct Dice {
    uint64_t state;
    int draw(int count) {
        state = (state * 25214903917ULL + 11) & ((1ULL << 48) - 1);
        return static_cast<int>(((state >> 17) * static_cast<unsigned>(count)) >> 31);
    }
};

// --- the rules

bool hurdle(Run& run, const int* moves) {
    bool is_over = false;
    for (int p = 0; p < PLAYERS; ++p) {
        if (run.second[p] > 0) {
            --run.second[p];
            continue;
        }
        const int leap = LEAPS[((run.code >> run.first[p]) & 14) * 2 + moves[p]];
        int position = run.first[p] + (leap & 3);
        if (leap > 3) {
            run.second[p] = 2;
        } else if (position >= 29) {
            position = 29;
            is_over = true;
        }
        run.first[p] = static_cast<int8_t>(position);
    }
    return is_over;
}

int8_t blow(int place, int wind) {
    const int moved = place + wind;
    return static_cast<int8_t>(moved > 20 ? 20 : moved < -20 ? -20 : moved);
}

bool shoot(Run& run, const int* moves) {
    const int wind = run.code & 15;
    for (int p = 0; p < PLAYERS; ++p) {
        run.first[p] = blow(run.first[p], EAST[moves[p]] * wind);  // no branches to guess wrong
        run.second[p] = blow(run.second[p], SOUTH[moves[p]] * wind);
    }
    run.code >>= 4;
    return --run.left == 0;
}

bool skate(Run& run, const int* moves) {
    const int8_t* places = ORDER.places[run.code];
    for (int p = 0; p < PLAYERS; ++p) {
        const int risk = run.second[p];
        if (risk < 0) {
            run.second[p] = static_cast<int8_t>(risk + 1);
            continue;
        }
        const int place = places[moves[p]];
        run.first[p] = static_cast<int8_t>(run.first[p] + GLIDES[place]);
        run.second[p] = RISKS[risk * 4 + place];
    }
    const int a = run.first[0] % 10, b = run.first[1] % 10, c = run.first[2] % 10;
    const bool meets[PLAYERS] = {a == b || a == c, b == a || b == c, c == a || c == b};
    for (int p = 0; p < PLAYERS; ++p) {
        if (run.second[p] < 0) continue;
        const int risk = run.second[p] + 2 * meets[p];
        run.second[p] = static_cast<int8_t>(risk >= FALL ? -2 : risk);
    }
    return --run.left == 0;
}

bool dive(Run& run, const int* moves) {
    const int goal = run.code & 3;
    for (int p = 0; p < PLAYERS; ++p) {
        run.second[p] = static_cast<int8_t>((moves[p] == goal) * (run.second[p] + 1));
        run.first[p] = static_cast<int8_t>(run.first[p] + run.second[p]);
    }
    run.code >>= 2;
    return --run.left == 0;
}

void award(Match& match, int game) {
    Run& run = match.runs[game];
    run.phase = OVER;
    int values[PLAYERS];
    for (int p = 0; p < PLAYERS; ++p) {
        values[p] = game == ARCHERY ? -run.first[p] * run.first[p] - run.second[p] * run.second[p] : run.first[p];
    }
    for (int p = 0; p < PLAYERS; ++p) {
        int rank = 0;
        for (int other : values) rank += other > values[p];
        ++match.medals[p][game][rank];
    }
}

void tick(Match& match, const int* moves) {
    ++match.turn;
    Run* runs = match.runs;
    for (int game = 0; game < GAMES; ++game) {
        if (runs[game].phase != RUNNING) {
            runs[game].phase = DUE;
            continue;
        }
        bool is_over = false;
        switch (game) {
            case HURDLES: is_over = hurdle(runs[game], moves); break;
            case ARCHERY: is_over = shoot(runs[game], moves); break;
            case SKATING: is_over = skate(runs[game], moves); break;
            default: is_over = dive(runs[game], moves);
        }
        if (is_over) award(match, game);
    }
}

// --- the search

struct Setting {
    double nothing, blur, blur_point, to_come[GAMES][TURNS + 1];
    double trust, eager, timid, exploration, side_trust;
    int joint_depth, side_depth;
    int8_t best[30];  // actions that begin a shortest way home, by the cell
};

struct World {
    Match match;
    int8_t served[PLAYERS], open;
    int16_t ended[GAMES];
};

int32_t weights[PLAYERS][GAMES];  // of serving a mini-game
Setting setting;
constexpr int8_t PACES[25] = {0, 0, 0, 0, 0, 3, 3, 3, 3, 3, 3, 3, 3, 1, 1, 3, 1, 1, 0, 1, 1, 1, 1, 0, 1};

int best_in(const Run& run, int game, int player) {
    const int first = run.first[player], second = run.second[player];
    switch (game) {
        case HURDLES: return setting.best[first];
        case ARCHERY:
            if (first * first > second * second) return first > 0 ? 4 : 8;
            return second > 0 ? 1 : 2;
        case SKATING: {
            const int place = PACES[(run.left < 4 ? run.left : 4) * 5 + second];
            const int8_t* places = ORDER.places[run.code];
            return (places[0] == place) | (places[1] == place) << 1 | (places[2] == place) << 2 | (places[3] == place) << 3;
        }
        default: return 1 << (run.code & 3);
    }
}

bool is_awake(const Run& run, int game, int player) {
    return game == HURDLES ? run.second[player] == 0 : game != SKATING || run.second[player] >= 0;
}

int serve(const World& world, int player, Dice& dice) {
    int total = 0, loads[GAMES];
    for (int game = 0; game < GAMES; ++game) {
        const Run& run = world.match.runs[game];
        loads[game] = run.phase == RUNNING && is_awake(run, game, player) ? weights[player][game] : 0;
        total += loads[game];
    }
    if (!total) return -1;
    int drawn = dice.draw(total), game = 0;
    while ((drawn -= loads[game]) >= 0) ++game;
    return game;
}

int choose(World& world, int player, Dice& dice) {
    const Run* runs = world.match.runs;
    int game = world.served[player];
    if (game < 0 || runs[game].phase != RUNNING) {
        game = serve(world, player, dice);
        world.served[player] = static_cast<int8_t>(game);
    } else if (!is_awake(runs[game], game, player)) {
        game = serve(world, player, dice);
    }
    unsigned actions = 15;
    if (game >= 0) actions = static_cast<unsigned>(best_in(runs[game], game, player));
    const int skipped = actions & (actions - 1) ? dice.draw(__builtin_popcount(actions)) : 0;
    return PICKS.at[actions][skipped];
}

void play_turn(World& world, const int* moves, Dice& dice) {
    tick(world.match, moves);
    for (int game = 0; game < GAMES; ++game) {
        Run& run = world.match.runs[game];
        if (run.phase == RUNNING) {
            if (game == SKATING) run.code = dice.draw(ORDERS);
        } else if (run.phase == OVER) {
            world.ended[game] = world.match.turn;
            --world.open;
        }
    }
}

void rate(const World& world, double* scores) {
    double expected[GAMES], logs[PLAYERS];
    for (int game = 0; game < GAMES; ++game) expected[game] = setting.to_come[game][TURNS - world.ended[game]];
    const double later = expected[ARCHERY] + expected[SKATING] + expected[DIVING];
    const double width = 2.0 * (setting.blur + setting.blur_point * 3.0 * (expected[HURDLES] + later));
    for (int p = 0; p < PLAYERS; ++p) {
        double product = 1.0;
        for (int game : {ARCHERY, SKATING, DIVING, HURDLES}) {
            const int8_t* medals = world.match.medals[p][game];
            product *= std::fmax(setting.nothing, 3 * medals[0] + medals[1] + expected[game]);
        }
        logs[p] = std::log(product);
        scores[p] = 0.5;
    }
    for (int p = 0; p < PLAYERS; ++p) {
        for (int other = 0; other < p; ++other) {
            const double lead = 0.25 * std::tanh((logs[p] - logs[other]) / width);
            scores[p] += lead;
            scores[other] -= lead;
        }
    }
}

struct alignas(64) Node {
    double total[ACTIONS];
    uint32_t visits[ACTIONS], child[ACTIONS];  // of a joint node child[0] is a block of JOINT nodes
    uint32_t count() const { return visits[0] + visits[1] + visits[2] + visits[3]; }
};

struct Route {
    uint32_t at, side, judge, tries;
    bool is_fresh;
    int length;
    uint32_t nodes[256];
    int8_t moves[256];
};

struct Forest {
    static constexpr int TABLE = 65536;
    std::vector<double> of_log = std::vector<double>(TABLE), shares = std::vector<double>(TABLE);
    std::vector<Node> pool = std::vector<Node>(2000000);
    std::vector<uint32_t> sides = std::vector<uint32_t>(2000000);  // a node's block of side nodes by outcome
    std::vector<uint32_t> blocks = std::vector<uint32_t>(8000000);
    uint32_t used = 1, used_blocks = 1;
    long nodes = PLAYERS, side_nodes = 0, ucb_picks = 0, states = 0;
    Route routes[PLAYERS];

    Forest() {
        for (int n = 1; n < TABLE; ++n) {
            of_log[n] = std::sqrt(std::log(static_cast<double>(n)));
            shares[n] = 1.0 / std::sqrt(static_cast<double>(n));
        }
        for (int p = 0; p < PLAYERS; ++p) open();
    }

    uint32_t open() {
        if (used == pool.size()) {
            std::fprintf(stderr, "olymbits: the pool is full, ask for fewer iterations\n");
            std::exit(2);
        }
        pool[used] = Node{};
        sides[used] = 0;
        return used++;
    }

    uint32_t take(int count) {
        const uint32_t block = used_blocks;
        std::fill_n(blocks.begin() + block, count, 0U);
        used_blocks += static_cast<uint32_t>(count);
        return block;
    }

    int best_of(const Node& node, uint32_t tries, Dice& dice) const {
        double width = setting.exploration * (tries < TABLE ? of_log[tries] : std::sqrt(std::log(static_cast<double>(tries))));
        if (tries < setting.eager) {
            const double grown = (tries - setting.trust) / (setting.eager - setting.trust);
            width *= setting.timid + (1.0 - setting.timid) * grown;
        }
        const double whole = node.total[0] + node.total[1] + node.total[2] + node.total[3];
        const __m256d fresh = _mm256_set1_pd(FRESH * (whole / tries + width));
        const __m128i visits = _mm_load_si128(reinterpret_cast<const __m128i*>(node.visits));
        __m256d share;
        if (tries < TABLE) {
            share = _mm256_i32gather_pd(shares.data(), visits, 8);
        } else {
            share = _mm256_div_pd(_mm256_set1_pd(1.0), _mm256_sqrt_pd(_mm256_cvtepi32_pd(visits)));
        }
        const __m256d total = _mm256_load_pd(node.total);
        __m256d bound = _mm256_mul_pd(share, _mm256_add_pd(_mm256_mul_pd(total, share), _mm256_set1_pd(width)));
        const __m256i untried = _mm256_cvtepi32_epi64(_mm_cmpeq_epi32(visits, _mm_setzero_si128()));
        bound = _mm256_blendv_pd(bound, fresh, _mm256_castsi256_pd(untried));
        __m256d best = _mm256_max_pd(bound, _mm256_permute4x64_pd(bound, 0x4e));
        best = _mm256_max_pd(best, _mm256_permute_pd(best, 5));
        const int ties = _mm256_movemask_pd(_mm256_cmp_pd(bound, best, _CMP_GE_OQ));
        const int start = dice.draw(ACTIONS);
        return (start + __builtin_ctz((ties << ACTIONS | ties) >> start)) & 3;
    }

    int pick(World& world, int player, Dice& dice) {
        Route& route = routes[player];
        if (!route.at) return choose(world, player, dice);
        int move;
        if (route.tries == 0 || route.tries < setting.trust) {
            move = choose(world, player, dice);
        } else {
            ++ucb_picks;
            move = best_of(pool[route.judge], route.tries, dice);
        }
        route.nodes[route.length] = route.at;
        route.moves[route.length++] = static_cast<int8_t>(move);
        if (route.side) {
            route.nodes[route.length] = route.side;
            route.moves[route.length++] = static_cast<int8_t>(move);
        }
        return move;
    }

    void descend(const World& world, const int* moves, int depth) {
        const int joint = (moves[0] * ACTIONS + moves[1]) * ACTIONS + moves[2];
        for (int p = 0; p < PLAYERS; ++p) {  // where all go, so that their nodes are on their way
            Route& route = routes[p];
            if (!route.at || route.is_fresh) {
                route.at = 0;
                continue;
            }
            uint32_t* place = &pool[route.at].child[moves[p]];
            if (depth <= setting.joint_depth) {
                uint32_t& block = pool[route.at].child[0];
                if (!block) block = take(JOINT);
                place = &blocks[block + static_cast<uint32_t>(joint)];
            }
            route.is_fresh = !*place;
            if (route.is_fresh) {
                ++nodes;
                *place = open();
            }
            route.at = *place;
            __builtin_prefetch(&pool[route.at]);
            __builtin_prefetch(&sides[route.at]);
        }
        for (int p = 0; p < PLAYERS; ++p) {
            Route& route = routes[p];
            route.side = 0;
            if (!route.at) continue;
            route.judge = route.at;
            route.tries = route.is_fresh ? 0 : pool[route.at].count();
            if (depth <= setting.side_depth && route.tries >= setting.side_trust) {
                uint32_t& block = sides[route.at];
                if (!block) block = take(ACTIONS);
                uint32_t& side = blocks[block + static_cast<uint32_t>(ORDER.calm[world.match.runs[SKATING].code])];
                if (!side) {
                    ++side_nodes;
                    side = open();
                }
                route.side = side;
                const uint32_t tries = pool[side].count();
                if (tries >= setting.side_trust) {
                    route.judge = side;
                    route.tries = tries;
                }
            }
        }
    }

    void iterate(const World& start, Dice& dice) {
        World world = start;
        for (int p = 0; p < PLAYERS; ++p) {
            Route& route = routes[p];
            route.at = route.judge = static_cast<uint32_t>(p + 1);
            route.side = 0;
            route.is_fresh = false;
            route.length = 0;
            route.tries = pool[route.at].count();
        }
        int depth = 0;
        while (world.open && world.match.turn < TURNS) {
            int moves[PLAYERS];
            for (int p = 0; p < PLAYERS; ++p) moves[p] = pick(world, p, dice);
            play_turn(world, moves, dice);
            descend(world, moves, ++depth);
        }
        states += depth;
        double scores[PLAYERS];
        rate(world, scores);
        for (int p = 0; p < PLAYERS; ++p) {
            for (int step = 0; step < routes[p].length; ++step) {
                Node& node = pool[routes[p].nodes[step]];
                ++node.visits[routes[p].moves[step]];
                node.total[routes[p].moves[step]] += scores[p];
            }
        }
    }
};

// --- the program

double read_real() {
    double value;
    if (std::scanf("%lf", &value) != 1) {
        std::fprintf(stderr, "olymbits: the state ends too early\n");
        std::exit(2);
    }
    return value;
}

long read_number() { return static_cast<long>(read_real()); }

void read_state(World& world, Dice& dice) {
    std::memset(&world, 0, sizeof world);
    long upper = read_number();  // of the dice; a double holds half of them for sure
    dice.state = static_cast<uint64_t>(upper) << 24 | static_cast<uint64_t>(read_number());
    Match& match = world.match;
    match.turn = static_cast<int16_t>(read_number());
    for (Run& run : match.runs) {
        run.phase = static_cast<int8_t>(read_number());
        upper = read_number();
        run.code = upper << 30 | read_number();
        run.left = static_cast<int8_t>(read_number());
        for (int8_t& first : run.first) first = static_cast<int8_t>(read_number());
        for (int8_t& second : run.second) second = static_cast<int8_t>(read_number());
    }
    for (auto& player : match.medals)
        for (auto& game : player)
            for (int8_t& medals : game) medals = static_cast<int8_t>(read_number());
    world.open = static_cast<int8_t>(read_number());
    for (int16_t& ended : world.ended) ended = static_cast<int16_t>(read_number());
    for (int8_t& served : world.served) served = -1;
    for (auto& player : weights)
        for (int32_t& weight : player) weight = static_cast<int32_t>(read_number());
    for (int8_t& actions : setting.best) actions = static_cast<int8_t>(read_number());
    setting.joint_depth = static_cast<int>(read_number());
    setting.side_depth = static_cast<int>(read_number());
    for (double* value : {&setting.trust, &setting.eager, &setting.timid, &setting.exploration,
                          &setting.side_trust, &setting.nothing, &setting.blur, &setting.blur_point})
        *value = read_real();
    for (auto& game : setting.to_come)
        for (double& points : game) points = read_real();
}

long play(const Match& start, Dice& dice, long count) {
    long sum = 0;
    for (long repeat = 0; repeat < count; ++repeat) {
        Match match = start;
        for (int update = 0; update < UPDATES; ++update) {
            int moves[PLAYERS];
            for (int& move : moves) move = dice.draw(4);
            tick(match, moves);
        }
        for (const Run& run : match.runs) {
            for (int p = 0; p < PLAYERS; ++p) sum += (p + 1) * (run.first[p] + 3 * run.second[p]);
        }
        for (int p = 0; p < PLAYERS; ++p) sum += match.medals[p][HURDLES][0] + 2 * match.medals[p][ARCHERY][1];
    }
    return sum;
}

double processor_time() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: olymbits updates SECONDS | count N | tree N | search N\n");
        return 2;
    }
    World world;
    Dice dice;
    read_state(world, dice);
    const std::string what = argv[1];
    if (what == "count") {
        std::printf("%ld\n", play(world.match, dice, std::atol(argv[2])));
        return 0;
    }
    if (what == "tree" || what == "search") {
        static Forest forest;
        // As a bot's second turn does it: the pool's memory has been used before.
        Dice other = dice;
        for (long count = what == "search" ? std::atol(argv[2]) : 0; count > 0; --count) forest.iterate(world, other);
        forest.used = forest.used_blocks = 1;
        forest.nodes = PLAYERS;
        forest.side_nodes = forest.ucb_picks = forest.states = 0;
        for (int p = 0; p < PLAYERS; ++p) forest.open();
        const double begin = processor_time();
        for (long count = std::atol(argv[2]); count > 0; --count) forest.iterate(world, dice);
        const double took = processor_time() - begin;
        if (what == "search") {
            std::printf("%.9f\n", took);
            return 0;
        }
        std::printf("%ld %ld %ld %ld\n", forest.states, forest.nodes, forest.side_nodes, forest.ucb_picks);
        for (int p = 0; p < PLAYERS; ++p)
            for (int action = 0; action < ACTIONS; ++action)
                std::printf("%u %.17g\n", forest.pool[p + 1].visits[action], forest.pool[p + 1].total[action]);
        return 0;
    }
    const double seconds = std::atof(argv[2]), begin = processor_time();
    long updates = 0, sum = 0;
    while (processor_time() - begin < seconds) {
        sum += play(world.match, dice, 1000);
        updates += 1000 * UPDATES;
    }
    const double took = processor_time() - begin;
    std::printf("updates/s %.0f checksum %ld\n", static_cast<double>(updates) / took, sum);
    return 0;
}
