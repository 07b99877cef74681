// Ultimate tic-tac-toe by hand: MCTS with a solver and full random playouts, the same work as
// common/search/mcts.py over bots/uttt, number for number. benchmarks/uttt_limit.py runs it. What the subset
// cannot say: integers of 8, 16 and 32 bits, so that a position has 46 bytes; a node as one struct, so that
// what is learnt of it lies in one cache line; no check of any index.
//
//   uttt count N        visits of the cells at the root after N iterations, "cell visits" a line
//   uttt search S       iterations of a search of S seconds of processor time from an empty tree, per 100 ms
//   uttt playouts S     playouts a second from the position, played for S seconds
//   uttt sum N          the sum of the results of N playouts
//
// The position comes on stdin: 18 masks, 2 masks of boards won, open, forced, player, the state of
// the dice, exploration, urgency. A test changes LAST_LINE and WEIGHT by -D and sees the checks fail.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#ifndef LAST_LINE
#define LAST_LINE 84  // a diagonal
#endif
#ifndef WEIGHT
#define WEIGHT 1.0  // of exploration, against what the position says
#endif

namespace {

constexpr int FULL = 511, ANY = 9, NONE = 0;
constexpr int LINES[8] = {7, 56, 448, 73, 146, 292, 273, LAST_LINE};
constexpr int ROUNDS[10] = {1, 1, 1, 2, 6, 5, 4, 4, 3, 3};
constexpr uint64_t ORDER_SEED = 20250407;
constexpr int ORDERS = 10027;
constexpr uint32_t POOL = 4000000;
constexpr uint32_t TABLE = 1 << 18;  // visits that have their roots in tables
constexpr double SURE = 1.0e6;

bool has_line[512];
int first_order[512], order_count[512];
uint64_t orders[ORDERS];

struct Dice {
    uint64_t state;
    uint64_t draw(uint64_t count) {
        state = (state * 25214903917ULL + 11) & ((1ULL << 48) - 1);
        return ((state >> 17) * count) >> 31;
    }
};

struct State {
    uint16_t marks[18];
    uint16_t won[2];
    uint16_t open;
    uint8_t forced, player;

    void play(int cell) {
        const int board = cell / 9, square = cell % 9, place = player * 9 + board;
        const int mask = marks[place] |= 1 << square;
        if (has_line[mask]) {
            won[player] |= 1 << board;
            open &= ~(1 << board);
        } else if ((marks[board] | marks[9 + board]) == FULL) {
            open &= ~(1 << board);
        }
        forced = open >> square & 1 ? square : ANY;
        player ^= 1;
    }
    bool is_over() const { return open == 0 || has_line[won[0]] || has_line[won[1]]; }
    int outcome() const {
        if (has_line[won[0]]) return 1;
        if (has_line[won[1]]) return -1;
        const int lead = __builtin_popcount(won[0]) - __builtin_popcount(won[1]);
        return (lead > 0) - (lead < 0);
    }
    int winning_cell() const {  // the first one that makes a line of boards, or -1
        for (int board = 0; board < 9; ++board) {
            const bool is_allowed = forced == board || (forced == ANY && open >> board & 1);
            if (!is_allowed || !has_line[won[player] | 1 << board]) continue;
            const int own = marks[player * 9 + board];
            for (int rest = FULL & ~(own | marks[(1 - player) * 9 + board]); rest; rest &= rest - 1)
                if (has_line[own | (rest & -rest)]) return board * 9 + __builtin_ctz(rest);
        }
        return -1;
    }
    int list(uint8_t *cells) const {
        if (is_over()) return 0;
        const int winning = winning_cell();
        if (winning >= 0) {
            cells[0] = static_cast<uint8_t>(winning);
            return 1;
        }
        int count = 0;
        for (int board = 0; board < 9; ++board) {
            if (forced == board || (forced == ANY && open >> board & 1)) {
                for (int rest = FULL & ~(marks[board] | marks[9 + board]); rest; rest &= rest - 1)
                    cells[count++] = static_cast<uint8_t>(board * 9 + __builtin_ctz(rest));
            }
        }
        return count;
    }
};

void fill_tables() {
    for (int mask = 0; mask < 512; ++mask) {
        has_line[mask] = false;
        for (int line : LINES) has_line[mask] |= (mask & line) == line;
    }
    Dice dice{ORDER_SEED};
    int used = 0;
    for (int mask = 0; mask < 512; ++mask) {
        int squares[9], count = 0;
        for (int square = 0; square < 9; ++square)
            if (mask >> square & 1) squares[count++] = square;
        first_order[mask] = used;
        order_count[mask] = count ? count * ROUNDS[count] : 1;
        if (count == 0) orders[used++] = 1;
        for (int round = 0; count && round < ROUNDS[count]; ++round) {
            uint64_t order = 0;
            for (int place = 0; place < count; ++place) {
                const int other = place + static_cast<int>(dice.draw(count - place));
                const int chosen = squares[other];
                squares[other] = squares[place];
                squares[place] = chosen;
                order = order << 4 | chosen;
            }
            for (int turn = 0; turn < count; ++turn) {
                order = order >> 4 | (order & 15) << 4 * (count - 1);
                orders[used++] = 1ULL << 4 * count | order;
            }
        }
    }
}

inline uint64_t pick_order(int mask, uint64_t noise) {
    return orders[first_order[mask] + static_cast<int>(noise * order_count[mask] >> 10)];
}

// Plays the state to its end; 1, -1 or 0.
int playout(State &state, Dice &dice) {
    uint64_t left[9];
    for (int row = 0, board = 0; row < 3; ++row) {
        uint64_t noise = dice.draw(1ULL << 30);
        for (int each = 0; each < 3; ++each, ++board, noise >>= 10) {
            int mask = 0;
            if (state.open >> board & 1) mask = FULL & ~(state.marks[board] | state.marks[9 + board]);
            left[board] = pick_order(mask, noise & 1023);
        }
    }
    int open = state.open, board = state.forced, player = state.player;
    for (;;) {
        uint64_t order = board == ANY ? 1 : left[board];
        if (order == 1) {
            uint64_t boards = pick_order(open, dice.draw(1024));
            while (order == 1) {
                if (boards == 1) return state.outcome();
                board = boards & 15;
                boards >>= 4;
                order = left[board];
            }
        }
        const int square = order & 15;
        left[board] = order >> 4;
        const int mask = state.marks[player * 9 + board] |= 1 << square;
        if (has_line[mask]) {
            left[board] = 1;
            open ^= 1 << board;
            state.won[player] |= 1 << board;
            if (has_line[state.won[player]]) return player == 0 ? 1 : -1;
        }
        player ^= 1;
        board = square;
    }
}

struct Node {
    double mean, share, total;  // share: 1 / sqrt(visits)
    uint32_t visits, first;     // the children that were tried lie before the others
    uint8_t count, tried, move, proof;  // proof: 0 open, else 1 + twice what player 0 gets
};

struct Tree {
    std::vector<Node> nodes = std::vector<Node>(POOL);
    std::vector<double> of_log = std::vector<double>(TABLE), shares = std::vector<double>(TABLE);
    uint32_t used = 0;
    int iterations = 0;
    double exploration = 0, urgency = 0;

    Tree() {
        for (uint32_t n = 1; n < TABLE; ++n) {
            of_log[n] = std::sqrt(std::log(static_cast<double>(n)));
            shares[n] = 1.0 / std::sqrt(static_cast<double>(n));
        }
    }

    void plant() {
        used = 1;
        iterations = 0;
        nodes[0] = Node{};
    }
    int settled(const Node &node, int side) const {
        const int wanted = side == 0 ? 3 : 1;
        int found = 4 - wanted;
        bool is_open = node.tried < node.count;
        for (uint32_t slot = node.first; slot < node.first + node.tried; ++slot) {
            const int proof = nodes[slot].proof;
            if (proof == wanted) return wanted;
            if (proof == 0) is_open = true;
            else if (proof == 2) found = 2;
        }
        return is_open ? 0 : found;
    }
    uint32_t pick(Node &node) {
        if (node.tried) {
            const double root = node.visits < TABLE ? of_log[node.visits] : std::sqrt(std::log(node.visits));
            const double width = WEIGHT * exploration * root;
            const Node *best = &nodes[node.first];
            double best_score = best->mean + width * best->share;
            for (const Node *child = best + 1, *end = best + node.tried; child != end; ++child) {
                const double score = child->mean + width * child->share;
                best = score > best_score ? child : best;  // without branches to guess wrong
                best_score = std::max(score, best_score);
            }
            if (node.tried == node.count || best_score >= urgency) return static_cast<uint32_t>(best - nodes.data());
        }
        const uint32_t slot = node.first + node.tried++;
        const uint8_t move = nodes[slot].move;
        nodes[slot] = Node{};
        nodes[slot].move = move;
        return slot;
    }
    void iterate(const State &start, Dice &dice) {
        State world = start;
        uint32_t path[90];
        int side[90], length = 1;
        bool has_ended = false;
        path[0] = 0;
        side[0] = 1 - world.player;
        uint32_t at = 0;
        while (!nodes[at].proof) {
            Node &node = nodes[at];
            if (!node.count) {
                if (node.visits == 0 && at != 0) break;
                uint8_t cells[81];
                const int moves = world.list(cells);
                has_ended = moves == 0;
                if (moves == 0) break;
                const int turn = static_cast<int>(dice.draw(moves));
                if (used + moves > POOL) break;
                node.first = used;
                node.count = static_cast<uint8_t>(moves);
                for (int index = turn; index < moves; ++index) nodes[used++].move = cells[index];
                for (int index = 0; index < turn; ++index) nodes[used++].move = cells[index];
            }
            at = pick(node);
            side[length] = world.player;
            path[length++] = at;
            world.play(nodes[at].move);
        }
        int mark = nodes[at].proof;
        double value = 0.5 * (mark - 1);
        if (!mark) {
            if (world.is_over()) value = 0.5 + 0.5 * world.outcome();
            else if (world.winning_cell() >= 0) value = 1.0 - world.player;
            else value = 0.5 + 0.5 * playout(world, dice);
            if (has_ended) {
                mark = 1 + static_cast<int>(2.0 * value);
                for (int step = length - 1; mark; --step) {
                    Node &node = nodes[path[step]];
                    node.proof = static_cast<uint8_t>(mark);
                    node.share = 0.0;
                    node.mean = mark == 2 ? 0.5 : (mark == 3) == (side[step] == 0) ? SURE : -SURE;
                    value = 0.5 * (mark - 1);
                    if (step == 0) break;
                    mark = settled(nodes[path[step - 1]], side[step]);
                }
            }
        }
        for (int step = 0; step < length; ++step) {
            Node &node = nodes[path[step]];
            ++node.visits;
            if (node.proof) continue;
            node.total += side[step] == 0 ? value : 1.0 - value;
            node.mean = node.total / node.visits;
            node.share = node.visits < TABLE ? shares[node.visits] : 1.0 / std::sqrt(static_cast<double>(node.visits));
        }
        ++iterations;
    }
};

double now() {
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

long long number() {
    long long value;
    if (std::scanf("%lld", &value) != 1) std::exit(2);
    return value;
}

}  // namespace

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    fill_tables();
    State start{};
    for (auto &mask : start.marks) mask = static_cast<uint16_t>(number());
    for (auto &mask : start.won) mask = static_cast<uint16_t>(number());
    start.open = static_cast<uint16_t>(number());
    start.forced = static_cast<uint8_t>(number());
    start.player = static_cast<uint8_t>(number());
    Dice dice{static_cast<uint64_t>(number())};
    static Tree tree;
    if (std::scanf("%lf %lf", &tree.exploration, &tree.urgency) != 2) return 2;
    tree.plant();
    if (!std::strcmp(argv[1], "count")) {
        for (int left = std::atoi(argv[2]); left > 0 && !tree.nodes[0].proof; --left)
            tree.iterate(start, dice);
        const Node &root = tree.nodes[0];
        for (uint32_t slot = root.first; slot < root.first + root.tried; ++slot)
            std::printf("%d %u %.17g\n", tree.nodes[slot].move, tree.nodes[slot].visits, tree.nodes[slot].mean);
        return 0;
    }
    if (!std::strcmp(argv[1], "sum")) {
        long long sum = 0;
        for (int left = std::atoi(argv[2]); left > 0; --left) {
            State world = start;
            sum += playout(world, dice);
        }
        std::printf("%lld\n", sum);
        return 0;
    }
    const double seconds = std::atof(argv[2]), began = now();
    if (!std::strcmp(argv[1], "search")) {
        while (now() - began < seconds && !tree.nodes[0].proof)
            for (int chunk = 0; chunk < 500 && !tree.nodes[0].proof; ++chunk) tree.iterate(start, dice);
        std::printf("search %.0f\n", tree.iterations / (now() - began) * 0.1);
        return 0;
    }
    long long done = 0, sum = 0;
    while (now() - began < seconds)
        for (int chunk = 0; chunk < 500; ++chunk, ++done) {
            State world = start;
            sum += playout(world, dice);
        }
    std::printf("playouts %.0f %lld\n", done / (now() - began), sum);
}
