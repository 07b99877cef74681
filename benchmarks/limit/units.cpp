// Searches of many units by hand, on a ring of prizes: the same work as common/search/plans.py, beam_units.py and
// candidates.py, number for number. benchmarks/units_limit.py has the game and runs it. What the subset cannot say:
// eight runners and eight turns as constants, an order in a byte, a plan in a cache line, no check of any index.
//
//   units plans|beam|candidates N     seconds of processor time of N evaluations, turns or steps, then what is found
//
// On stdin: the work that is planned, the dice, the cells with prizes, 8 places, 60 prizes. A test changes MOVES and
// MEMBERS by -D and sees the check fail.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#ifndef MOVES
#define MOVES 5
#endif
#ifndef MEMBERS
#define MEMBERS 12
#endif

namespace {

constexpr int UNITS = 8, OWN = 4, CELLS = 60, DEPTH = 8, HABIT = -1, DRAWN = -2;

int prizes[CELLS];

struct Dice {
    uint64_t state;
    int64_t draw(int64_t count) {
        state = (state * 25214903917ULL + 11) & ((1ULL << 48) - 1);
        return static_cast<int64_t>(state >> 17) * count >> 31;
    }
} dice;

struct Ring {
    uint64_t left;
    int points[2];
    int8_t places[UNITS];

    int habit(int unit) const {
        int best = 0, most = -1;
        for (int move = 0, place = places[unit]; move < MOVES; ++move) {
            if (++place == CELLS) place = 0;
            const int prize = left >> place & 1 ? prizes[place] : 0;
            if (prize > most) most = prize, best = move;
        }
        return best;
    }
    void play(const int8_t *orders) {
        uint64_t once = 0, twice = 0;
        for (int unit = 0; unit < UNITS; ++unit) {
            int place = places[unit] + orders[unit] + 1;
            if (place >= CELLS) place -= CELLS;
            places[unit] = static_cast<int8_t>(place);
            twice |= once & 1ULL << place;
            once |= 1ULL << place;
        }
        const uint64_t taken = left & once & ~twice;
        if (!taken) return;
        for (int unit = 0; unit < UNITS; ++unit)
            if (taken >> places[unit] & 1) points[unit >= OWN] += prizes[static_cast<int>(places[unit])];
        left ^= taken;
    }
    double rate(int side) const { return points[side] - points[1 - side]; }
    int64_t key() const {
        int64_t found = static_cast<int64_t>(left);
        for (int unit = 0; unit < UNITS; ++unit) found = (found * 61 + places[unit]) & ((1LL << 50) - 1);
        return found ^ found >> 25;
    }
} start;

void tell(double value) { std::printf("%.17g\n", value); }
void tell(int64_t value) { std::printf("%lld\n", static_cast<long long>(value)); }
void tell(const int8_t *orders) {
    for (int turn = 0; turn < DEPTH; ++turn) tell(static_cast<int64_t>(orders[turn]));
}

// ---- plans, bred

struct Plan {
    double value;
    int8_t orders[OWN][DEPTH];  // of one side
};

struct Plans {
    static constexpr double share = 0.2;
    static constexpr int changes = 2;
    int side, since, until, evaluations = 0, planned;
    Plan best[2], pool[MEMBERS], trial;

    explicit Plans(int work) : planned(work) {
        std::memset(best, HABIT, sizeof best);
        const int rival = static_cast<int>(share * planned);
        if (rival >= 2) begin(1, rival);
        else begin(0, 1 << 30);
    }
    void begin(int whose, int most) { side = whose, since = evaluations, until = evaluations + most; }

    void change() {
        for (int number = 0; number < changes; ++number) {
            const int first = static_cast<int>(dice.draw(DEPTH)), second = static_cast<int>(dice.draw(DEPTH));
            int8_t *orders = trial.orders[dice.draw(OWN)];
            const int turn = std::min(first, second);
            orders[turn] = dice.draw(8) == 0 ? HABIT : DRAWN;
            if (dice.draw(4) == 0) std::memset(orders + turn + 1, HABIT, DEPTH - turn - 1);
        }
    }
    void follow() {
        Ring ring = start;
        const int8_t (*other)[DEPTH] = best[1 - side].orders;
        for (int turn = 0; turn < DEPTH; ++turn) {
            int8_t moves[UNITS];
            for (int unit = 0; unit < UNITS; ++unit) {
                const bool is_own = (unit >= OWN) == side;
                int8_t order = is_own ? trial.orders[unit & 3][turn] : other[unit & 3][turn];
                if (order == DRAWN) order = trial.orders[unit & 3][turn] = static_cast<int8_t>(dice.draw(MOVES));
                moves[unit] = order != HABIT ? order : static_cast<int8_t>(ring.habit(unit));
            }
            ring.play(moves);
        }
        trial.value = ring.rate(side);
    }
    int duel(double sign) const {
        const auto first = dice.draw(MEMBERS), second = dice.draw(MEMBERS);
        return static_cast<int>(sign * (pool[first].value - pool[second].value) >= 0.0 ? first : second);
    }
    void cross() {
        trial = pool[duel(1.0)];
        const Plan &father = pool[duel(1.0)];
        for (int unit = 0; unit < UNITS; ++unit)
            if (dice.draw(2) == 0 && (unit >= OWN) == side)
                std::memcpy(trial.orders[unit & 3], father.orders[unit & 3], DEPTH);
    }
    void run(int count) {
        for (; count > 0; --count) {
            if (evaluations >= until) begin(0, 1 << 30);
            const int number = evaluations - since;
            if (number < MEMBERS) trial = best[side];
            else cross();
            if (number == 1) std::memset(trial.orders, HABIT, sizeof trial.orders);
            else if (number > 1) change();
            follow();
            ++evaluations;
            const int place = number < MEMBERS ? number : duel(-1.0);
            if (number < MEMBERS || trial.value >= pool[place].value) pool[place] = trial;
            if (number == 0 || trial.value > best[side].value) best[side] = trial;
        }
    }
    void found() const {
        tell(static_cast<int64_t>(evaluations));
        tell(static_cast<int64_t>(dice.state));
        for (const Plan &plan : best) {
            tell(plan.value);
            for (const auto &orders : plan.orders) tell(orders);
        }
    }
};

// ---- beam over units

struct Beam {
    static constexpr int WIDEST = 1024, POOL = 2051, TABLE = 1 << 15, STEPS = 32800;
    static constexpr int64_t STAMP = (1 << 16) - 1;
    struct Node {
        double value;
        int64_t key;
        int state, step;
        int8_t orders[UNITS];
    };
    struct Step {
        int parent;
        int8_t orders[OWN];
    };
    int ends, width, turn = -1, number = OWN, half, base = 0, used = 0, cursor = 0, reached = 0, bank = 0, stamp = 0;
    int made = 0, evaluations = 0, best = -1, turns = 0;
    double value = 0.0;
    bool is_done = false;
    std::vector<Node> nodes;
    std::vector<Ring> states;
    std::vector<Step> steps;
    std::vector<int> order;
    std::vector<int64_t> table;

    explicit Beam(int work) : ends(work), nodes(POOL), states(POOL), order(POOL), table(TABLE) {
        steps.reserve(STEPS);
        widen(WIDEST);
        half = std::min(2 * width, WIDEST) + 1;
        for (int place = 0; place < POOL; ++place) order[place] = place;
    }
    void widen(int most) {
        const int left = std::max(1, DEPTH - std::max(0, turn)), a_node = (5 - 1) * OWN + 2;
        const int room = ends - made, cost = a_node * left;
        width = std::max(1, std::min(most, room < 0 ? -((-room + cost - 1) / cost) : room / cost));
    }
    void sink(int *heap, int place) {
        const int top = heap[place];
        const double worth = nodes[top].value;
        for (int child = 2 * place + 1; child < width; child = 2 * place + 1) {
            if (child + 1 < width) child += nodes[heap[child + 1]].value < nodes[heap[child]].value;
            if (nodes[heap[child]].value >= worth) break;
            heap[place] = heap[child];
            place = child;
        }
        heap[place] = top;
    }
    void enter() {
        int *heap = &order[half - base];
        if (reached < width) {
            if (++reached == width)
                for (int place = width / 2; place >= 0; --place) sink(heap, place);
        } else if (nodes[heap[reached]].value > nodes[heap[0]].value) {
            std::swap(heap[0], heap[reached]);
            sink(heap, 0);
        }
    }
    void next_layer() {
        base = half - base, used = reached, reached = 0, cursor = 0, ++number;
        stamp = (stamp + 1) & STAMP;
    }
    void settle() {
        Node &after = nodes[order[half - base + reached]];
        const int spot = bank + reached;
        after.step = -1;
        if (turn < 0) {
            states[spot] = start;
            cursor = 1;
        } else {
            const Node &node = nodes[order[base + cursor++]];
            states[spot] = states[node.state];
            states[spot].play(node.orders);
            ++made;
            after.step = static_cast<int>(steps.size());
            after.value = node.value;
            steps.push_back({node.step, {node.orders[0], node.orders[1], node.orders[2], node.orders[3]}});
        }
        after.state = spot, after.key = 0;
        for (int unit = 0; unit < UNITS; ++unit) after.orders[unit] = static_cast<int8_t>(states[spot].habit(unit));
        ++reached;
    }
    void next_turn() {
        next_layer();
        bank = half - bank, number = 0, turns = ++turn, is_done = turn == DEPTH;
        widen(half - 1);
        for (int place = base; place < base + used; ++place) {
            const Node &node = nodes[order[place]];
            if (place == base || node.value > value) value = node.value, best = node.step;
        }
    }
    int at = 0;
    void attempt(const Node &node) {
        Node &trial = nodes[order[half - base + reached]];
        trial = node;
        if (number == 0 || at != node.orders[number]) {
            trial.orders[number] = static_cast<int8_t>(at);
            Ring world = states[node.state];
            world.play(trial.orders);
            ++made;
            trial.key = world.key();
            trial.value = world.rate(0);
            ++evaluations;
        }
        const int64_t mixed = number < OWN - 1 ? trial.key ^ node.state * 0x9E3779B97LL : trial.key;
        int64_t &place = table[mixed & (TABLE - 1)];
        const int64_t marked = (mixed & ~STAMP) | stamp;
        if (place == marked) return;
        place = marked;
        enter();
    }
    void run(int count) {
        while (made < count && !is_done) {
            if (number == OWN) {
                if (turn < 0 || cursor < used) settle();
                if (cursor >= used) next_turn();
            } else if (cursor == used) {
                next_layer();
            } else {
                attempt(nodes[order[base + cursor]]);
                if (++at == MOVES) at = 0, ++cursor;
            }
        }
    }
    void found() const {
        int8_t line[OWN][DEPTH];
        std::memset(line, HABIT, sizeof line);
        for (int when = turns - 1, step = best; when >= 0; step = steps[step].parent, --when)
            for (int unit = 0; unit < OWN; ++unit) line[unit][when] = steps[step].orders[unit];
        for (int one : {made, evaluations, turns}) tell(static_cast<int64_t>(one));
        tell(value);
        for (const auto &orders : line) tell(orders);
    }
};

// ---- candidates, by maximin

struct Candidates {
    static constexpr int EACH = 3, ROWS = 64, COLUMNS = 16, LEAST = 8, AGAIN = 32, TRIAL = MOVES;
    enum { ALONE, COMBINE, FILL, DONE } phase = ALONE;
    struct Unit {
        double values[MOVES];
        int8_t orders[MOVES + 1][DEPTH], ranked[MOVES];
        int count = 1, best = 0, played = 0;
    } units[UNITS];
    struct Camp {
        int most, first, done = 0, used = 1;
        double loss[OWN + 1][ROWS];
        int8_t parent[OWN][ROWS], pick[OWN][ROWS];
    } own, others;
    int sweeps, tries, place = 0, number = 0, row = 0, column = 0, answer = 0, evaluations = 0, count;
    bool is_listed = false;
    double top = -1.0e300, payoff[ROWS][COLUMNS];
    int queue[UNITS];

    explicit Candidates(int planned) {
        own.most = ROWS, own.first = 0, own.loss[0][0] = 0.0;
        others.most = COLUMNS, others.first = OWN, others.loss[0][0] = 0.0;
        for (Unit &unit : units) std::memset(unit.orders, HABIT, sizeof unit.orders);
        const int alone = std::max(static_cast<int>(0.4 * planned), planned - ROWS * COLUMNS);
        count = alone < LEAST * UNITS ? OWN : UNITS;
        for (int at = 0; at < count; ++at) queue[at] = count == OWN || at >= OWN ? at & 3 : at + OWN;
        sweeps = alone >= 2 * AGAIN * count ? 2 : 1;
        tries = alone / (sweeps * count);
    }
    Ring roll_out() {
        Ring ring = start;
        int8_t *lines[UNITS], moves[UNITS];
        for (int unit = 0; unit < UNITS; ++unit) lines[unit] = units[unit].orders[units[unit].played];
        for (int turn = 0; turn < DEPTH; ++turn) {
            for (int unit = 0; unit < UNITS; ++unit) {
                int8_t &order = lines[unit][turn];
                if (order == DRAWN) order = static_cast<int8_t>(dice.draw(MOVES));
                moves[unit] = order != HABIT ? order : static_cast<int8_t>(ring.habit(unit));
            }
            ring.play(moves);
        }
        ++evaluations;
        return ring;
    }
    void list_lines(Unit &unit, int which) {
        unit.count = MOVES;
        const int first = unit.orders[0][0] != HABIT ? unit.orders[0][0] : start.habit(which);
        std::memcpy(unit.orders[TRIAL], unit.orders[0], DEPTH);
        for (int line = 0; line < MOVES; ++line) {
            if (line == first) std::memcpy(unit.orders[line], unit.orders[TRIAL], DEPTH);
            else std::memset(unit.orders[line], HABIT, DEPTH);
            unit.orders[line][0] = static_cast<int8_t>(line);
        }
    }
    int change(Unit &unit) {
        int line = static_cast<int>(dice.draw(unit.count));
        const int second = static_cast<int>(dice.draw(unit.count));
        if (unit.values[second] > unit.values[line]) line = second;
        int8_t *orders = unit.orders[TRIAL];
        std::memcpy(orders, unit.orders[line], DEPTH);
        const int early = static_cast<int>(dice.draw(DEPTH - 1)), late = static_cast<int>(dice.draw(DEPTH - 1));
        const int turn = 1 + std::min(early, late);
        orders[turn] = dice.draw(8) == 0 ? HABIT : DRAWN;
        if (dice.draw(4) == 0) std::memset(orders + turn + 1, HABIT, DEPTH - turn - 1);
        return line;
    }
    void try_alone() {
        const int which = queue[place];
        Unit &unit = units[which];
        if (number == 0) {
            for (Unit &other : units) other.played = other.best;
            if (!is_listed) list_lines(unit, which);
        }
        int line = number;
        unit.played = line;
        if (line >= unit.count) line = change(unit), unit.played = TRIAL;
        const double value = roll_out().rate(which >= OWN);
        if (unit.played != TRIAL) {
            unit.values[line] = value;
        } else if (value > unit.values[line]) {
            unit.values[line] = value;
            std::memcpy(unit.orders[line], unit.orders[TRIAL], DEPTH);
        }
        if (number == 0 || unit.values[line] > unit.values[unit.best]) unit.best = line;
        if (++number >= std::max(unit.count, tries)) number = 0, ++place;
        if (place == count) place = 0, is_listed = true, phase = --sweeps > 0 ? ALONE : COMBINE;
    }
    void combine(Camp &camp) {
        Unit &unit = units[camp.first + camp.done];
        for (int line = 0; line < unit.count; ++line) {
            int at = line;
            for (; at > 0 && unit.values[unit.ranked[at - 1]] < unit.values[line]; --at)
                unit.ranked[at] = unit.ranked[at - 1];
            unit.ranked[at] = static_cast<int8_t>(line);
        }
        int heads[EACH] = {}, used = 0;
        for (; used < camp.most; ++used) {
            int best = -1;
            double least = 0.0;
            for (int at = 0; at < std::min(EACH, unit.count); ++at) {
                if (heads[at] >= camp.used) continue;
                const double own_loss = unit.values[unit.ranked[0]] - unit.values[unit.ranked[at]];
                const double loss = own_loss + camp.loss[camp.done][heads[at]];
                if (best < 0 || loss < least) best = at, least = loss;
            }
            if (best < 0) break;
            camp.loss[camp.done + 1][used] = least;
            camp.parent[camp.done][used] = static_cast<int8_t>(heads[best]++);
            camp.pick[camp.done][used] = unit.ranked[best];
        }
        camp.used = used;
        ++camp.done;
    }
    template <int Unit::*field> void take(const Camp &camp, int joint) {
        for (int at = OWN - 1; at >= 0; joint = camp.parent[at][joint], --at)
            units[camp.first + at].*field = camp.pick[at][joint];
    }
    void set_answer(int which) { answer = which, take<&Unit::best>(own, which); }
    void close_column() {
        row = 0, ++column;
        if (column == others.used) phase = DONE;
        int best = 0;
        double most = -1.0e300;
        for (int at = 0; at < own.used; ++at) {
            const double worst = *std::min_element(payoff[at], payoff[at] + column);
            if (worst > most) most = worst, best = at;
        }
        set_answer(best);
    }
    void fill() {
        take<&Unit::played>(own, row);
        take<&Unit::played>(others, column);
        const double value = payoff[row][column] = roll_out().rate(0);
        if (column == 0 && value > top) top = value, set_answer(row);
        if (++row == own.used) close_column();
    }
    void run(int steps) {
        for (; steps > 0 && phase != DONE; --steps) {
            if (phase == ALONE) {
                try_alone();
            } else if (phase == COMBINE) {
                combine(own.done < OWN ? own : others);
                if (own.done + others.done == UNITS) phase = FILL;
            } else {
                fill();
            }
        }
    }
    void found() const {
        tell(static_cast<int64_t>(evaluations));
        tell(static_cast<int64_t>(dice.state));
        tell(static_cast<int64_t>(answer));
        for (const Unit &unit : units) tell(unit.orders[unit.best]);
        for (int at = 0; at < column; ++at) tell(payoff[answer][at]);
    }
};

template <class Search> void search(int work) {
    Search *one = new Search(work);
    const clock_t began = std::clock();
    one->run(work);
    std::printf("%.9f\n", static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC);
    one->found();
    delete one;
}

}  // namespace

int main(int count, char **words) {
    int work, place;
    unsigned long long state, left;
    if (count != 3 || std::scanf("%d %llu %llu", &work, &state, &left) != 3) return 2;
    dice.state = state;
    start.left = left;
    for (int8_t &one : start.places) {
        if (std::scanf("%d", &place) != 1) return 2;
        one = static_cast<int8_t>(place);
    }
    for (int &prize : prizes)
        if (std::scanf("%d", &prize) != 1) return 2;
    if (!std::strcmp(words[1], "plans")) search<Plans>(std::atoi(words[2]));
    else if (!std::strcmp(words[1], "beam")) search<Beam>(std::atoi(words[2]));
    else if (!std::strcmp(words[1], "candidates")) search<Candidates>(std::atoi(words[2]));
    else return 2;
}
