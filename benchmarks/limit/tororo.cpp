// The speed limit for Tororo: successors, keys and evaluation of the bot's search, by hand in C++.
//
// The same work as bots/tororo/{rules,search}.py for each state: the rival's move, all own moves, and for each
// of them the state made, keyed and rated.
//
//   g++ -O3 -march=native -std=c++17 tororo.cpp -o tororo
//   tororo count N < input             N rounds over all states; prints states made, XOR of keys, sum of values
//   tororo successors SECONDS < input  the same for so long; prints states made a second
//   tororo turns SECONDS < input       a copy of each state and one joint turn on it; prints turns a second
//
// input: numbers in the order that main reads them (benchmarks/tororo_limit.py writes them).

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr int CELLS = 37, VALUES = 512, DORMANT = 8 * CELLS, NUMBERS = DORMANT + CELLS;
constexpr int WAIT = 0, GROW = 1, SEED = 2, COMPLETE = 3;
constexpr int X[6] = {1, 1, 0, -1, -1, 0}, Y[6] = {-1, 0, 1, 1, 0, -1};

using Board = uint64_t;

struct State {
    Board trees[4], grid[4], mine, grid_mine, dormant;
    int sun[2], score[2], nutrients, day, asleep, pending[2];
    Board key;
    int64_t tally;
};

struct Node {
    State state;
    int rank, acts;
    bool has_sold;
};

struct Params {
    double seed, nutrients, rival, decay, inside, sun[24], income[24], small[24], medium[24], tall[24], bonus[24], usual[24];
    int unrolled, keeps, first_complete, acts;
} params;

Board usable, fair, lush, keys[NUMBERS + 6 * VALUES], near_[4][CELLS], grid_all;
int64_t tallies[2][4][CELLS];
int place[CELLS], left_[6], right_[6];

int lowest(Board board) { return __builtin_ctzll(board); }
int count(Board board) { return __builtin_popcountll(board); }

void make_tables() {
    std::vector<std::pair<int, int>> at{{0, 0}};
    for (int ring = 1, x = 1, y = -1; ring <= 3; ++ring, ++x, --y) {
        for (int side = 0; side < 6; ++side) {
            for (int step = 0; step < ring; ++step) {
                at.push_back({x, y});
                x += X[(side + 2) % 6];
                y += Y[(side + 2) % 6];
            }
        }
    }
    for (int a = 0; a < CELLS; ++a) {
        place[a] = at[a].first + 3 + 8 * (at[a].second + 3);
        grid_all |= Board{1} << place[a];
        for (int b = 0; b < CELLS; ++b) {
            const int dx = at[a].first - at[b].first, dy = at[a].second - at[b].second;
            const int far = std::max({std::abs(dx), std::abs(dy), std::abs(dx + dy)});
            for (int size = 1; size < 4; ++size) {
                if (far > 0 && far <= size) near_[size][a] |= Board{1} << b;
            }
        }
    }
    for (int way = 0; way < 6; ++way) {
        const int step = X[way] + 8 * Y[way];
        left_[way] = std::max(0, step);
        right_[way] = std::max(0, -step);
    }
}

void make_tallies() {
    for (int size = 0; size < 4; ++size) {
        for (int cell = 0; cell < CELLS; ++cell) {
            const int bonus = lush >> cell & 1 ? 4 : fair >> cell & 1 ? 2 : 0;
            for (int player = 0; player < 2; ++player) {
                const int64_t halves = bonus / 2 * (size == 0 ? 0 : 1 << (size - 1));
                tallies[player][size][cell] = ((int64_t{1} << 6 * size) + (halves << 24)) << 31 * player;
            }
        }
    }
}

// --- the rules

inline Board own(const State& s, int player) { return player == 0 ? s.mine : ~s.mine; }
inline Board all(const State& s) { return s.trees[0] | s.trees[1] | s.trees[2] | s.trees[3]; }
inline int bonus(Board board) { return 2 * (count(board & (fair | lush)) + count(board & lush)); }

inline int size_on(const State& s, int cell) {
    int size = 3;
    while (!(s.trees[size] >> cell & 1)) --size;
    return size;
}

inline void remove(State& s, int player, int cell, int size) {
    s.trees[size] ^= Board{1} << cell;
    s.grid[size] ^= Board{1} << place[cell];
    s.key ^= keys[(player * 4 + size) * CELLS + cell];
    s.tally -= tallies[player][size][cell];
}

inline void add(State& s, int player, int cell, int size) {
    remove(s, player, cell, size);
    s.tally += 2 * tallies[player][size][cell];
}

inline void flip_owner(State& s, int player, int cell) {
    if (player != 0) return;
    s.mine ^= Board{1} << cell;
    s.grid_mine ^= Board{1} << place[cell];
}

inline void flip_dormant(State& s, int cell) {
    s.dormant ^= Board{1} << cell;
    s.key ^= keys[DORMANT + cell];
}

inline void morning_sun(const State& s, int day, int& first, int& second) {
    const int left = left_[day % 6], right = right_[day % 6];
    const auto step = [=](Board board) { return board << left >> right & grid_all; };
    Board tall = s.grid[3], medium = s.grid[2], shade = 0;
    if (tall) {
        const Board one = step(tall), two = step(one);
        shade = one | two | step(two);
        tall &= ~shade;
    }
    if (medium) {
        const Board one = step(medium);
        shade |= one | step(one);
        medium &= ~shade;
    }
    const Board small = s.grid[1] & ~(shade | step(s.grid[1]));
    first = count(small & s.grid_mine) + 2 * count(medium & s.grid_mine) + 3 * count(tall & s.grid_mine);
    second = count(small) + 2 * count(medium) + 3 * count(tall) - first;
}

inline int grow_cost(const State& s, int player, int size) {
    constexpr int base[3] = {1, 3, 7};
    return base[size] + count(s.trees[size + 1] & own(s, player));
}

inline int seed_cost(const State& s, int player) { return count(s.trees[0] & own(s, player)); }

inline void order(State& s, int player, int action) {
    const int kind = action >> 12, cell = action >> 6 & 63;
    if (kind == WAIT) {
        s.asleep |= 1 << player;
        return;
    }
    if (kind == GROW) {
        const int size = size_on(s, cell);
        s.sun[player] -= grow_cost(s, player, size);
        remove(s, player, cell, size);
        add(s, player, cell, size + 1);
    } else {
        s.sun[player] -= kind == COMPLETE ? 4 : seed_cost(s, player);
        s.pending[player] = action;
    }
    flip_dormant(s, cell);
}

inline void settle(State& s) {
    const int actions[2] = {s.pending[0], s.pending[1]};
    if (!(actions[0] | actions[1])) return;
    s.pending[0] = s.pending[1] = 0;
    if (actions[0] >> 12 == SEED && actions[1] >> 12 == SEED && !((actions[0] ^ actions[1]) & 63)) {
        s.sun[0] += seed_cost(s, 0);
        s.sun[1] += seed_cost(s, 1);
        return;
    }
    const int value = s.nutrients;
    for (int player = 0; player < 2; ++player) {
        const int kind = actions[player] >> 12;
        if (kind == SEED) {
            const int cell = actions[player] & 63;
            add(s, player, cell, 0);
            flip_owner(s, player, cell);
            flip_dormant(s, cell);
        } else if (kind == COMPLETE) {
            const int cell = actions[player] >> 6 & 63;
            s.score[player] += value + bonus(Board{1} << cell);
            s.nutrients = std::max(0, s.nutrients - 1);
            remove(s, player, cell, 3);
            flip_owner(s, player, cell);
            flip_dormant(s, cell);
        }
    }
}

inline void next_day(State& s) {
    if (++s.day >= 24) return;
    for (Board rest = s.dormant; rest; rest &= rest - 1) s.key ^= keys[DORMANT + lowest(rest)];
    s.dormant = 0;
    s.asleep = 0;
    int first, second;
    morning_sun(s, s.day, first, second);
    s.sun[0] += first;
    s.sun[1] += second;
}

inline Board key_of(const State& s) {
    const Board* numbers = keys + NUMBERS;
    return s.key ^ numbers[s.sun[0] & 511] ^ numbers[VALUES + (s.sun[1] & 511)] ^
           numbers[2 * VALUES + (s.score[0] & 511)] ^ numbers[3 * VALUES + (s.score[1] & 511)] ^
           numbers[4 * VALUES + s.nutrients] ^ numbers[5 * VALUES + s.day];
}

// --- moves and evaluation

inline Board reach(Board board, int size) {
    Board found = 0;
    for (; board; board &= board - 1) found |= near_[size][lowest(board)];
    return found;
}

constexpr int least_sun[5] = {4, 7, 3, 1, 0};

inline Board ready(const State& s, int player, int rank) {
    const Board mine = own(s, player), awake = mine & ~s.dormant;
    const int left = 23 - s.day;
    if (rank == 0) {
        if (s.sun[player] < 4) return 0;
        return s.trees[3] & awake & (s.nutrients > 1 ? usable : fair | lush);
    }
    if (rank < 4) {
        const Board trees = s.trees[3 - rank] & awake;
        if (!trees || left < rank || s.sun[player] < grow_cost(s, player, 3 - rank)) return 0;
        return trees;
    }
    if (left < 4 || s.trees[0] & mine) return 0;
    Board targets = 0;
    for (int size = 1; size < 4; ++size) targets |= reach(s.trees[size] & awake, size);
    return targets & usable & ~(all(s) | reach(all(s) & mine, 1));
}

inline int move_on(const State& s, int player, int rank, int cell) {
    if (rank < 4) return (rank == 0 ? COMPLETE : GROW) << 12 | cell << 6;
    const Board awake = own(s, player) & ~s.dormant;
    Board sources = 0;
    for (int size = 1; !sources; ++size) sources = s.trees[size] & awake & near_[size][cell];
    return SEED << 12 | lowest(sources) << 6 | cell;
}

inline int next_act(const State& s, int player, int keeps) {
    const bool spare = count(s.trees[3] & own(s, player)) > keeps - s.day;
    for (int rank = spare ? 0 : 1; rank < 5; ++rank) {
        if (s.sun[player] < least_sun[rank]) continue;
        const Board board = ready(s, player, rank);
        if (!board) continue;
        const Board best = board & lush ? board & lush : board & fair ? board & fair : board;
        return move_on(s, player, rank, lowest(best));
    }
    return WAIT;
}

inline void let_rival_act(Node& node) {
    State& s = node.state;
    if (s.asleep & 2) return;
    const int act = next_act(s, 1, node.has_sold && s.day < 23 ? 61 : params.keeps);
    node.has_sold |= act >> 12 == COMPLETE;
    order(s, 1, act);
}

inline int list_moves(const Node& node, int* moves) {
    int found = 1;
    moves[0] = WAIT;
    if (node.acts == params.acts) return found;
    for (int rank = std::max<int>(node.rank, node.state.day < params.first_complete); rank < 5; ++rank) {
        if (node.state.sun[0] < least_sun[rank]) continue;
        for (Board board = ready(node.state, 0, rank); board; board &= board - 1) {
            moves[found++] = move_on(node.state, 0, rank, lowest(board));
        }
    }
    return found;
}

inline bool play_move(Node& node, int move) {
    State& s = node.state;
    order(s, 0, move);
    settle(s);
    if (move != WAIT) {
        const int kind = move >> 12;
        node.rank = kind == SEED ? 4 : kind == COMPLETE ? 0 : 4 - size_on(s, move >> 6 & 63);
        ++node.acts;
        return false;
    }
    while (!(s.asleep & 2)) {
        let_rival_act(node);
        settle(s);
    }
    next_day(s);
    node.rank = node.acts = 0;
    node.has_sold = false;
    return true;
}

inline int64_t tally_of(const State& s, int least) {
    int64_t found = 0;
    for (int size = least; size < 4; ++size) {
        for (Board rest = s.trees[size]; rest; rest &= rest - 1) {
            const int cell = lowest(rest);
            found += tallies[s.mine >> cell & 1 ? 0 : 1][size][cell];
        }
    }
    return found;
}

inline double rate(const Node& node, bool is_morning) {
    const State& s = node.state;
    const double rival = params.rival;
    if (s.day == 24) {
        const int ties = 2 * count(all(s) & s.mine) - count(all(s));
        return s.score[0] + s.sun[0] / 3 - rival * (s.score[1] + s.sun[1] / 3) + 0.01 * ties;
    }
    const int left = 23 - s.day, days = std::min(left, is_morning ? params.unrolled : 1);
    double lead = 0.0, weight = is_morning ? params.decay : params.inside;
    for (int day = s.day + 1; day <= s.day + days; ++day) {
        int first, second;
        morning_sun(s, day, first, second);
        lead += weight * (first - rival * second);
        weight *= params.decay;
    }
    const int64_t tally = left < 3 ? tally_of(s, 3 - left) : s.tally;
    const double tall = params.tall[s.day] + params.nutrients * (s.nutrients - params.usual[s.day]);
    const auto worth = [&](int64_t side) {
        return params.seed * (side & 63) + params.small[s.day] * (side >> 6 & 63) +
               params.medium[s.day] * (side >> 12 & 63) + tall * (side >> 18 & 63) +
               params.bonus[s.day] * (side >> 24 & 127);
    };
    const double trees = worth(tally & 0x7fffffff) - rival * worth(tally >> 31);
    const double in_hand = params.sun[s.day] * (s.sun[0] - rival * s.sun[1]);
    return s.score[0] - rival * s.score[1] + in_hand + params.income[s.day] * lead + trees;
}

// A made state must stand in memory, as it does for a search that keeps it: without this the compiler
// leaves out whatever the totals do not need.
inline void keep(const void* made) { asm volatile("" : : "r"(made) : "memory"); }

struct Totals {
    long made = 0;
    Board keys = 0;
    double value = 0.0;
};

void successors(const std::vector<State>& states, Totals& totals) {
    int moves[256];
    for (const State& start : states) {
        Node parent{start, 0, 0, false};
        let_rival_act(parent);
        const int found = list_moves(parent, moves);
        for (int number = 0; number < found; ++number) {
            Node child = parent;
            const bool is_morning = play_move(child, moves[number]);
            keep(&child);
            totals.keys ^= key_of(child.state);
            totals.value += rate(child, is_morning);
        }
        totals.made += found;
    }
}

void turns(const std::vector<State>& states, const std::vector<int>& actions, Totals& totals) {
    for (size_t index = 0; index < states.size(); ++index) {
        State state = states[index];
        order(state, 0, actions[2 * index]);
        order(state, 1, actions[2 * index + 1]);
        settle(state);
        keep(&state);
        totals.keys ^= state.key;
        ++totals.made;
    }
}

template <typename Number>
void read(Number& number) {
    long double value;
    if (std::scanf("%Lf", &value) != 1) std::exit(2);
    number = static_cast<Number>(value);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    const std::string what = argv[1];
    make_tables();
    for (double* number : {&params.seed, &params.nutrients, &params.rival, &params.decay, &params.inside}) read(*number);
    for (int* number : {&params.unrolled, &params.keeps, &params.first_complete, &params.acts}) read(*number);
    for (auto* row : {&params.sun, &params.income, &params.small, &params.medium, &params.tall, &params.bonus, &params.usual}) {
        for (double& number : *row) read(number);
    }
    for (Board* board : {&usable, &fair, &lush}) read(*board);
    for (Board& key : keys) read(key);
    make_tallies();
    size_t number;
    read(number);
    std::vector<State> states(number);
    std::vector<int> actions(2 * number);
    for (State& s : states) {
        std::memset(&s, 0, sizeof s);
        for (Board& board : s.trees) read(board);
        for (Board& board : s.grid) read(board);
        for (Board* board : {&s.mine, &s.grid_mine, &s.dormant, &s.key}) read(*board);
        for (int* value : {&s.sun[0], &s.sun[1], &s.score[0], &s.score[1], &s.nutrients, &s.day, &s.asleep}) read(*value);
        s.tally = tally_of(s, 0);
    }
    for (int& action : actions) read(action);
    Totals totals;
    const auto round = [&] { what == "turns" ? turns(states, actions, totals) : successors(states, totals); };
    if (what == "count") {
        for (int left = std::atoi(argv[2]); left > 0; --left) round();
        std::printf("%ld %llu %.17g\n", totals.made, static_cast<unsigned long long>(totals.keys), totals.value);
        return 0;
    }
    using Clock = std::chrono::steady_clock;
    const auto began = Clock::now();
    double seconds = 0.0;
    while (seconds < std::atof(argv[2])) {
        for (int k = 0; k < 100; ++k) round();
        seconds = std::chrono::duration<double>(Clock::now() - began).count();
    }
    std::printf("%s %.0f %llu %g\n", argv[1], totals.made / seconds, static_cast<unsigned long long>(totals.keys), totals.value);
    return 0;
}
