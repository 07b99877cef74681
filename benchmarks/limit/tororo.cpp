// The speed limit for Tororo: the bot's whole beam search, as one writes it in C++ for speed alone.
//
// The same search as bots/tororo/{rules,evaluate,search}.py on common/search/beam.py: a first beam for the
// rival's plan, the rival's move, all own moves, each state made, keyed, looked up, rated and entered into its queue, layers, stages and passes.
//
//   g++ -O3 -march=native -ffp-contract=off -std=c++17 tororo.cpp -o tororo
//   tororo search COUNT < input           COUNT states expanded from each position; prints what was found
//   tororo time COUNT < input             the same twice, the second time measured; prints seconds
//                                         of processor time
//   tororo keys 1 < input                 all children of all positions; prints states made, sum of keys, of values
//
// input: numbers in the order that main reads them (benchmarks/tororo_limit.py writes them).
//
// What it uses that kernels cannot say: -O3; integers of 8, 16 and 32 bits, so that a state takes 96 bytes, not
// 160; queues that are cut eight places at a time; children made by the kind of their move, sizes known
// when it is compiled; the suns of all directions, and the worth of both sides' trees, in vector registers
// (AVX-512, if there is one, else AVX2); all calls inlined; no check of an index, a shift or an overflow.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>
#ifdef __AVX2__
#include <immintrin.h>
#endif

// A test changes these and sees the comparison fail.
#ifndef TALL_COST
#define TALL_COST 7
#endif
#ifndef KEYS_EACH
#define KEYS_EACH 16
#endif
#ifndef NUMBERS_FACTOR
#define NUMBERS_FACTOR 0x1E3779B97F4A7C15
#endif

namespace {

#define INLINE inline __attribute__((always_inline))

constexpr int CELLS = 37, WAIT = 0, GROW = 1, SEED = 2, COMPLETE = 3, LAST_DAY = 23, DAYS = 24, WAYS = 6;
constexpr int X[WAYS] = {1, 1, 0, -1, -1, 0}, Y[WAYS] = {-1, 0, 1, 1, 0, -1};
constexpr int WIDEST = 2048, STEPS = 1000000, MOVES = 256, QUEUES = 3, ROOM = 2, NOWHERE = -1;

using Board = uint64_t;

struct alignas(32) Node {
    Board trees[4], mine, dormant, key;
    int64_t tally;
    int16_t sun[2], score[2];
    uint16_t pending[2];
    int16_t step;  // moves left in the rival's plan
    uint8_t nutrients, day, asleep, rank, acts, has_sold;
};

struct Params {
    double seed, nutrients, crowd, rival, inside, sun[DAYS], income[DAYS], small[DAYS], medium[DAYS], tall[DAYS], bonus[DAYS],
        usual[DAYS], ahead[DAYS][8];
    int keeps, first_complete, acts, first_width, last_width, widest, trusted, horizon, plan_part;
} params;

Board usable, fair, lush, all_cells, cell_board[64], keys[2][4][CELLS], near_[4][CELLS];
int64_t tallies[2][4][CELLS];
int cell_at[64], back_[WAYS];

INLINE int count(Board board) { return __builtin_popcountll(board); }
INLINE int cell_of(Board board) { return cell_at[__builtin_ctzll(board)]; }

void make_tables() {
    std::vector<std::pair<int, int>> at{{0, 0}};
    for (int ring = 1, x = 1, y = -1; ring <= 3; ++ring, ++x, --y) {
        for (int side = 0; side < WAYS; ++side) {
            for (int step = 0; step < ring; ++step) {
                at.push_back({x, y});
                x += X[(side + 2) % WAYS];
                y += Y[(side + 2) % WAYS];
            }
        }
    }
    for (int a = 0; a < CELLS; ++a) {
        const int bit = at[a].first + 3 + 8 * (at[a].second + 3);
        cell_board[a] = Board{1} << bit;
        cell_at[bit] = a;
        all_cells |= cell_board[a];
    }
    for (int a = 0; a < CELLS; ++a) {
        for (int b = 0; b < CELLS; ++b) {
            const int dx = at[a].first - at[b].first, dy = at[a].second - at[b].second;
            const int far = std::max({std::abs(dx), std::abs(dy), std::abs(dx + dy)});
            for (int size = 1; size < 4; ++size) {
                if (far > 0 && far <= size) near_[size][a] |= cell_board[b];
            }
        }
    }
    for (int way = 0; way < WAYS; ++way) back_[way] = 8 - X[way] - 8 * Y[way];
}

void make_tallies() {
    for (int size = 0; size < 4; ++size) {
        for (int cell = 0; cell < CELLS; ++cell) {
            const int bonus = lush & cell_board[cell] ? 4 : fair & cell_board[cell] ? 2 : 0;
            for (int player = 0; player < 2; ++player) {
                const int64_t halves = bonus / 2 * (size == 0 ? 0 : 1 << (size - 1));
                tallies[player][size][cell] = ((int64_t{1} << 6 * size) + (halves << 24)) << 31 * player;
            }
        }
    }
}

// --- the rules

template <int P>
INLINE Board own(const Node& s) {
    return P == 0 ? s.mine : ~s.mine;
}
INLINE Board all(const Node& s) { return s.trees[0] | s.trees[1] | s.trees[2] | s.trees[3]; }
INLINE int bonus(Board board) { return 2 * (count(board & (fair | lush)) + count(board & lush)); }

INLINE Board spread(Board board) {
    const Board pairs = board | board << 1;
    return (pairs | pairs >> 1 | pairs << 7 | pairs >> 8) & all_cells;
}

INLINE void morning_sun(const Node& s, int day, int& first, int& second) {
    const int back = back_[day % WAYS];
    const auto step = [=](Board board) { return board << 8 >> back & all_cells; };
    const Board tall_1 = step(s.trees[3]), tall_2 = step(tall_1), medium_1 = step(s.trees[2]);
    const Board by_tall = tall_1 | tall_2 | step(tall_2), by_medium = by_tall | medium_1 | step(medium_1);
    const Board tall = s.trees[3] & ~by_tall, medium = s.trees[2] & ~by_medium;
    const Board small = s.trees[1] & ~(by_medium | step(s.trees[1]));
    const Board one = small | tall, two = medium | tall;
    first = count(one & s.mine) + 2 * count(two & s.mine);
    second = count(one) + 2 * count(two) - first;
}

template <int P>
INLINE int grow_cost(const Node& s, int size) {
    constexpr int base[3] = {1, 3, TALL_COST};
    return base[size] + count(s.trees[size + 1] & own<P>(s));
}

template <int P>
INLINE void grow(Node& s, int cell, int size) {
    s.sun[P] -= grow_cost<P>(s, size);
    s.trees[size] ^= cell_board[cell];
    s.trees[size + 1] ^= cell_board[cell];
    s.dormant ^= cell_board[cell];
    s.key ^= keys[P][size][cell] ^ keys[P][size + 1][cell];
    s.tally += tallies[P][size + 1][cell] - tallies[P][size][cell];
}

template <int P>
INLINE void change(Node& s, int cell, int size) {
    s.trees[size] ^= cell_board[cell];
    s.key ^= keys[P][size][cell];
    if (P == 0) s.mine ^= cell_board[cell];
}

template <int P>
INLINE void plant(Node& s, int cell) {
    change<P>(s, cell, 0);
    s.dormant ^= cell_board[cell];
    s.tally += tallies[P][0][cell];
}

template <int P>
INLINE void sell(Node& s, int cell, int value) {
    s.score[P] += value + bonus(cell_board[cell]);
    s.nutrients -= s.nutrients > 0;
    change<P>(s, cell, 3);
    s.tally -= tallies[P][3][cell];
}

// What the rival has ordered comes about, after the bot's own move was worth `value` nutrients.
INLINE void settle_rival(Node& s, int value) {
    const int action = s.pending[1];
    if (!action) return;
    s.pending[1] = 0;
    if (action >> 12 == SEED) {
        plant<1>(s, action & 63);
    } else {
        sell<1>(s, action >> 6 & 63, value);
        s.dormant ^= cell_board[action >> 6 & 63];
    }
}

INLINE void next_day(Node& s) {
    if (++s.day >= DAYS) return;
    s.dormant = 0;
    s.asleep = 0;
    int first, second;
    morning_sun(s, s.day, first, second);
    s.sun[0] += first;
    s.sun[1] += second;
}

INLINE Board key_of(const Node& s) {
    constexpr Board mask = (Board{1} << 62) - 1;
    const Board numbers = Board(s.sun[0]) + (Board(s.sun[1]) << 10) + (Board(s.score[0]) << 20) +
                          (Board(s.score[1]) << 30) + (Board(s.nutrients) << 40) + (Board(s.day) << 45);
    const Board mixed = (numbers * NUMBERS_FACTOR + s.dormant * 0x2545F4914F6CDD1D) & mask;
    return s.key ^ mixed ^ mixed >> 25;
}

// --- moves

constexpr int least_sun[5] = {4, 7, 3, 1, 0};

template <int P, int RANK>
INLINE Board ready(const Node& s) {
    const Board mine = own<P>(s), awake = mine & ~s.dormant;
    if (s.sun[P] < least_sun[RANK]) return 0;
    if constexpr (RANK == 0) {
        return s.trees[3] & awake & (s.nutrients > 1 ? usable : fair | lush);
    } else if constexpr (RANK < 4) {
        return LAST_DAY - s.day < RANK || s.sun[P] < grow_cost<P>(s, 3 - RANK) ? 0 : s.trees[3 - RANK] & awake;
    } else {
        if (LAST_DAY - s.day < 4 || s.trees[0] & mine) return 0;
        const Board middle = spread((s.trees[2] & awake) | spread(s.trees[3] & awake));
        const Board taken = all(s);
        return spread((s.trees[1] & awake) | middle) & usable & ~(taken | spread(taken & mine));
    }
}

template <int P>
INLINE int source_of(const Node& s, int cell) {
    const Board awake = own<P>(s) & ~s.dormant;
    const Board one = s.trees[1] & awake & near_[1][cell], two = s.trees[2] & awake & near_[2][cell];
    return cell_of(one ? one : two ? two : s.trees[3] & awake & near_[3][cell]);
}

INLINE int richest(Board board) {
    const Board best = board & lush ? board & lush : board & fair ? board & fair : board;
    return cell_of(best);
}

INLINE void rival_sells(Node& s, int cell) {
    s.sun[1] -= 4;
    s.pending[1] = COMPLETE << 12 | cell << 6;
    s.dormant ^= cell_board[cell];
    s.has_sold = 1;
}

INLINE void rival_seeds(Node& s, int cell) {
    const int source = source_of<1>(s, cell);
    s.pending[1] = SEED << 12 | source << 6 | cell;  // the first seed is free
    s.dormant ^= cell_board[source];
}

int plan[400];  // the rival's moves, the last one at 1

// Orders the next move of the plan that is possible, WAIT too; whether there was one.
INLINE bool follow_plan(Node& s) {
    while (s.step > 0) {
        const int act = plan[s.step--], kind = act >> 12;
        const int cell = (kind == SEED ? act : act >> 6) & 63, size = act & 3;
        if (act == WAIT) {
            s.asleep |= 2;
            return true;
        }
        const Board board = kind == SEED       ? ready<1, 4>(s)
                            : kind == COMPLETE ? ready<1, 0>(s)
                            : size == 2        ? ready<1, 1>(s)
                            : size == 1        ? ready<1, 2>(s)
                                               : ready<1, 3>(s);
        if (!(board & cell_board[cell])) continue;
        if (kind == SEED) {
            rival_seeds(s, cell);
        } else if (kind == COMPLETE) {
            rival_sells(s, cell);
        } else {
            grow<1>(s, cell, size);
        }
        return true;
    }
    return false;
}

INLINE void let_rival_act(Node& s) {
    if (s.asleep & 2 || follow_plan(s)) return;
    const int keeps = s.has_sold && s.day < LAST_DAY ? DAYS + CELLS : params.keeps;
    if (count(s.trees[3] & ~s.mine) > keeps - s.day) {
        if (const Board board = ready<1, 0>(s)) return rival_sells(s, richest(board));
    }
    if (const Board board = ready<1, 1>(s)) return grow<1>(s, richest(board), 2);
    if (const Board board = ready<1, 2>(s)) return grow<1>(s, richest(board), 1);
    if (const Board board = ready<1, 3>(s)) return grow<1>(s, richest(board), 0);
    if (const Board board = ready<1, 4>(s)) return rival_seeds(s, richest(board));
    s.asleep |= 2;
}

// --- evaluation

INLINE int64_t tally_of(const Node& s, int first, int end) {
    int64_t found = 0;
    for (int size = first; size < end; ++size) {
        const int halves = size == 0 ? 0 : 1 << (size - 1);
        const auto side = [=](Board board) {
            return (int64_t{count(board)} << 6 * size) + (int64_t{halves * (count(board & fair) + 2 * count(board & lush))} << 24);
        };
        found += side(s.trees[size] & s.mine) + (side(s.trees[size] & ~s.mine) << 31);
    }
    return found;
}

INLINE double sun_ahead(const Node& s) {
    const double* weight = params.ahead[s.day];
#ifdef __AVX512VPOPCNTDQ__
    const __m512i back = _mm512_setr_epi64(back_[0], back_[1], back_[2], back_[3], back_[4], back_[5], 0, 0);
    const __m512i cells = _mm512_set1_epi64(all_cells), mine = _mm512_set1_epi64(s.mine);
    const auto step = [=](__m512i board) {
        return _mm512_and_si512(_mm512_srlv_epi64(_mm512_slli_epi64(board, 8), back), cells);
    };
    const __m512i tall = _mm512_set1_epi64(s.trees[3]), medium = _mm512_set1_epi64(s.trees[2]);
    const __m512i small = _mm512_set1_epi64(s.trees[1]);
    const __m512i tall_1 = step(tall), tall_2 = step(tall_1), medium_1 = step(medium);
    const __m512i by_tall = tall_1 | tall_2 | step(tall_2), by_medium = by_tall | medium_1 | step(medium_1);
    const __m512i lit = _mm512_andnot_si512(by_tall, tall);
    const __m512i one = lit | _mm512_andnot_si512(by_medium | step(small), small);
    const __m512i two = lit | _mm512_andnot_si512(by_medium, medium);
    const auto sun = [](__m512i a, __m512i b) {
        return _mm512_add_epi64(_mm512_popcnt_epi64(a), _mm512_slli_epi64(_mm512_popcnt_epi64(b), 1));
    };
    const __m512i first = sun(one & mine, two & mine), second = _mm512_sub_epi64(sun(one, two), first);
    const __m512d theirs = _mm512_mul_pd(_mm512_set1_pd(params.rival), _mm512_cvtepi64_pd(second));
    alignas(64) double parts[8];
    _mm512_store_pd(parts, _mm512_mul_pd(_mm512_loadu_pd(weight), _mm512_sub_pd(_mm512_cvtepi64_pd(first), theirs)));
#elif defined(__AVX2__)
    const __m256i cells = _mm256_set1_epi64x(all_cells);
    const auto set = [](Board board) { return _mm256_set1_epi64x(board); };
    alignas(32) Board one[8], two[8];
    for (int half = 0; half < 8; half += 4) {
        const int more = half ? 0 : 2;  // the last two ways twice
        const __m256i back = _mm256_setr_epi64x(back_[half], back_[half + 1], back_[half + more], back_[half + 1 + more]);
        const auto step = [=](__m256i board) {
            return _mm256_and_si256(_mm256_srlv_epi64(_mm256_slli_epi64(board, 8), back), cells);
        };
        const __m256i tall = set(s.trees[3]), medium = set(s.trees[2]), small = set(s.trees[1]);
        const __m256i tall_1 = step(tall), tall_2 = step(tall_1), medium_1 = step(medium);
        const __m256i by_tall = tall_1 | tall_2 | step(tall_2), by_medium = by_tall | medium_1 | step(medium_1);
        const __m256i lit = _mm256_andnot_si256(by_tall, tall);
        const __m256i first = lit | _mm256_andnot_si256(by_medium | step(small), small);
        _mm256_store_si256(reinterpret_cast<__m256i*>(one + half), first);
        _mm256_store_si256(reinterpret_cast<__m256i*>(two + half), lit | _mm256_andnot_si256(by_medium, medium));
    }
    double parts[WAYS];
    for (int way = 0; way < WAYS; ++way) {
        const int first = count(one[way] & s.mine) + 2 * count(two[way] & s.mine);
        parts[way] = weight[way] * (first - params.rival * (count(one[way]) + 2 * count(two[way]) - first));
    }
#else
    double parts[WAYS];
    for (int way = 0; way < WAYS; ++way) {
        int first, second;
        morning_sun(s, way, first, second);
        parts[way] = weight[way] * (first - params.rival * second);
    }
#endif
    return parts[0] + parts[1] + parts[2] + parts[3] + parts[4] + parts[5];
}

INLINE double trees_worth(const Node& s) {
    typedef double Pair __attribute__((vector_size(16)));
    const int day = s.day, left = LAST_DAY - day;
    const int64_t tally = left < 3 ? s.tally - tally_of(s, 0, 3 - left) : s.tally;
    const int64_t a = tally & 0x7fffffff, b = tally >> 31;
    const double tall = params.tall[day] + params.nutrients * (s.nutrients - params.usual[day]);
    const auto both = [=](int shift, int mask) { return Pair{double(a >> shift & mask), double(b >> shift & mask)}; };
    const Pair talls = both(18, 63);
    const Pair worth = params.seed * both(0, 63) + params.small[day] * both(6, 63) + params.medium[day] * both(12, 63) +
                       (tall - params.crowd * talls) * talls + params.bonus[day] * both(24, 127);
    return worth[0] - params.rival * worth[1];
}

INLINE double rate(const Node& s, bool is_morning) {
    const double rival = params.rival;
    if (s.day == DAYS) {
        const int ties = 2 * count(all(s) & s.mine) - count(all(s));
        return s.score[0] + s.sun[0] / 3 - rival * (s.score[1] + s.sun[1] / 3) + 0.01 * ties;
    }
    double points = s.score[0] - rival * s.score[1];
    points += params.sun[s.day] * (s.sun[0] - rival * s.sun[1]);
    if (is_morning) {
        points += sun_ahead(s);
    } else if (s.day < LAST_DAY) {
        int first, second;
        morning_sun(s, s.day + 1, first, second);
        points += params.income[s.day] * params.inside * (first - rival * second);
    }
    return points + trees_worth(s);
}

// --- children: each is handed to `take`, which says where the next one is to be made

INLINE void end_act(Node& child, int rank) {
    settle_rival(child, child.nutrients);
    child.rank = rank;
    ++child.acts;
}

template <int RANK, class Take>
INLINE void grow_all(const Node& parent, Node*& child, Take&& take) {
    if (parent.rank > RANK) return;
    for (Board rest = ready<0, RANK>(parent); rest; rest &= rest - 1) {
        const int cell = cell_of(rest);
        *child = parent;
        grow<0>(*child, cell, 3 - RANK);
        end_act(*child, RANK);
        child = take(*child, GROW << 12 | cell << 6 | (3 - RANK), false);
    }
}

template <class Take>
INLINE int make_children(const Node& parent, Node* child, Take&& take_child) {
    int made = 0;
    const auto take = [&](Node& node, int move, bool is_morning) { return take_child(node, move, is_morning, made++); };
    *child = parent;
    child->asleep |= 1;
    settle_rival(*child, child->nutrients);
    while (!(child->asleep & 2)) {
        let_rival_act(*child);
        settle_rival(*child, child->nutrients);
    }
    next_day(*child);
    child->rank = child->acts = child->has_sold = 0;
    child = take(*child, WAIT, true);
    if (parent.acts == params.acts) return made;
    if (parent.rank == 0 && parent.day >= params.first_complete) {
        for (Board rest = ready<0, 0>(parent); rest; rest &= rest - 1) {
            const int cell = cell_of(rest), value = parent.nutrients;
            *child = parent;
            child->sun[0] -= 4;
            sell<0>(*child, cell, value);
            settle_rival(*child, value);
            child->rank = 0;
            ++child->acts;
            child = take(*child, COMPLETE << 12 | cell << 6 | 3, false);
        }
    }
    grow_all<1>(parent, child, take);
    grow_all<2>(parent, child, take);
    grow_all<3>(parent, child, take);
    for (Board rest = ready<0, 4>(parent); rest; rest &= rest - 1) {
        const int cell = cell_of(rest), source = source_of<0>(parent, cell);
        *child = parent;
        child->dormant ^= cell_board[source];
        if (child->pending[1] >> 12 == SEED && (child->pending[1] & 63) == cell) {
            child->pending[1] = 0;  // both seeds are lost; they were free
        } else {
            plant<0>(*child, cell);
        }
        end_act(*child, 4);
        child = take(*child, SEED << 12 | source << 6 | cell, false);
    }
    return made;
}

// --- the beam

struct Queue {
    int used;
    double floor;
    double values[ROOM * WIDEST + 8];  // eight more, as registers are stored whole
    int slots[ROOM * WIDEST + 8];
};

#ifdef __AVX2__
struct Fronts {  // by a set of four places: these places first, as halves of 32 bits and as bytes
    alignas(32) int32_t halves[16][8];
    alignas(16) int8_t bytes[16][16];
    Fronts() : halves(), bytes() {
        for (int set = 0; set < 16; ++set)
            for (int place = 0, front = 0; place < 4; ++place) {
                if (!(set >> place & 1)) continue;
                for (int half = 0; half < 2; ++half) halves[set][2 * front + half] = 2 * place + half;
                for (int byte = 0; byte < 4; ++byte) bytes[set][4 * front + byte] = static_cast<int8_t>(4 * place + byte);
                ++front;
            }
    }
};

const Fronts FRONTS;

// Whole registers: what they write too much is written again, or was read before.
INLINE void put_front(double* values, int32_t* slots, __m256d value, __m128i slot, int set) {
    const __m256i order = _mm256_load_si256(reinterpret_cast<const __m256i*>(FRONTS.halves[set]));
    _mm256_storeu_pd(values, _mm256_castsi256_pd(_mm256_permutevar8x32_epi32(_mm256_castpd_si256(value), order)));
    const __m128i bytes = _mm_load_si128(reinterpret_cast<const __m128i*>(FRONTS.bytes[set]));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(slots), _mm_shuffle_epi8(slot, bytes));
}
#endif

double worse[ROOM * WIDEST + 8];
int worse_slots[ROOM * WIDEST + 8];

struct Beam {
    int width, stage, stages, deepest, cursor, current, following, tomorrow, spare, root_moves, answer, answer_stages;
    int answer_move, answer_step;
    bool is_done, is_planning;
    long expanded, made, evaluations, passes;
    Board stamp, mask;
    Queue queues[QUEUES];
    int root_move[MOVES], root_count[MOVES];
    double root_value[MOVES];
    int origin[QUEUES * ROOM * WIDEST + 1], move[QUEUES * ROOM * WIDEST + 1], parent[QUEUES * ROOM * WIDEST + 1];
    Node states[QUEUES * ROOM * WIDEST + 1];
    int step_move[STEPS], step_parent[STEPS];
    Board table[1 << 16];
    Node start;

    INLINE bool is_new(Board key) {
        const Board marked = (key & ~Board{0xffff}) | stamp;
        Board& place = table[key & mask];
        if (place == marked) return false;
        place = marked;
        return true;
    }

    // Those above the floor to the front, both parts in their old order; where the front ends.
    template <bool TAKES_FLOOR>
    static INLINE int part(Queue& queue, int low, int high, double floor) {
        int end = low, others = 0, at = low;
#ifdef __AVX512VL__
        const __m512d floors = _mm512_set1_pd(floor);
        for (; at < high; at += 8) {
            const __mmask8 there = high - at < 8 ? (1 << (high - at)) - 1 : 0xff;
            const __m512d value = _mm512_loadu_pd(queue.values + at);
            const __m256i slot = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(queue.slots + at));
            const __mmask8 in = there & _mm512_cmp_pd_mask(value, floors, TAKES_FLOOR ? _CMP_GE_OQ : _CMP_GT_OQ);
            const __mmask8 out = there & ~in;
            // whole registers: what they write too much is written again, or lies behind the end
            _mm512_storeu_pd(worse + others, _mm512_maskz_compress_pd(out, value));
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(worse_slots + others), _mm256_maskz_compress_epi32(out, slot));
            _mm512_mask_storeu_pd(queue.values + end, (1 << count(in)) - 1, _mm512_maskz_compress_pd(in, value));
            _mm256_mask_storeu_epi32(queue.slots + end, (1 << count(in)) - 1, _mm256_maskz_compress_epi32(in, slot));
            end += count(in);
            others += count(out);
        }
#else
#ifdef __AVX2__
        const __m256d floors = _mm256_set1_pd(floor);
        for (; at + 4 <= high; at += 4) {
            const __m256d value = _mm256_loadu_pd(queue.values + at);
            const __m128i slot = _mm_loadu_si128(reinterpret_cast<const __m128i*>(queue.slots + at));
            const __m256d is_in = _mm256_cmp_pd(value, floors, TAKES_FLOOR ? _CMP_GE_OQ : _CMP_GT_OQ);
            const int in = _mm256_movemask_pd(is_in), out = 15 & ~in;
            put_front(worse + others, worse_slots + others, value, slot, out);
            put_front(queue.values + end, queue.slots + end, value, slot, in);
            end += count(static_cast<unsigned>(in));
            others += count(static_cast<unsigned>(out));
        }
#endif
        for (; at < high; ++at) {
            const double value = queue.values[at];
            const int slot = queue.slots[at];
            queue.values[end] = worse[others] = value;
            queue.slots[end] = worse_slots[others] = slot;
            const bool is_in = TAKES_FLOOR ? value >= floor : value > floor;
            end += is_in;
            others += !is_in;
        }
#endif
        std::copy(worse, worse + others, queue.values + end);
        std::copy(worse_slots, worse_slots + others, queue.slots + end);
        return end;
    }

    __attribute__((noinline)) void cut(Queue& queue) {
        int low = 0, high = queue.used;
        if (high <= width) return;
        queue.used = width;
        while (low < width) {
            const double floor = queue.values[(low + high) >> 1];
            const int end = part<false>(queue, low, high, floor);
            if (end > width) {
                high = end;
            } else {
                queue.floor = floor;
                low = part<true>(queue, end, high, floor);
            }
        }
    }

    INLINE bool enter(Queue& queue, double value) {
        if (value <= queue.floor) return false;
        const int place = queue.used++, slot = queue.slots[place];
        queue.slots[place] = spare;
        queue.values[place] = value;
        spare = slot;
        if (queue.used == ROOM * width) cut(queue);
        return true;
    }

    void empty(Queue& queue) {
        queue.used = 0;
        queue.floor = -1.0e300;
    }

    void conclude_stage() {
        const Queue& queue = queues[tomorrow];
        if (stage + 1 < std::min(params.trusted, answer_stages)) return;
        std::fill(root_count, root_count + root_moves, 0);
        int best = NOWHERE;
        for (int at = 0; at < queue.used; ++at) {
            const int first = origin[queue.slots[at]];
            const double value = queue.values[at];
            if (root_count[first] == 0 || value > root_value[first]) root_value[first] = value;
            ++root_count[first];
            if (best == NOWHERE || value > queue.values[best]) best = at;
        }
        if (best == NOWHERE) return;
        const int slot = queue.slots[best];
        answer = root_move[origin[slot]];
        answer_stages = stage + 1;
        answer_move = move[slot];
        answer_step = parent[slot];
    }

    void begin_pass() {
        for (int index = 0; index < QUEUES; ++index) {
            empty(queues[index]);
            for (int at = 0; at < ROOM * width; ++at) queues[index].slots[at] = index * ROOM * width + at;
        }
        spare = QUEUES * ROOM * width;
        current = 0;
        following = 1;
        tomorrow = 2;
        cursor = stage = 0;
        queues[0].used = 1;
        origin[queues[0].slots[0]] = NOWHERE;
        mask = (Board{1} << (64 - __builtin_clzll(KEYS_EACH * width))) - 1;
        stamp = (stamp + 1) & 0xffff;
    }

    // The best line so far is the plan of the next beam's rival, who has waited already if he is asleep.
    void change_sides() {
        int length = answer != NOWHERE;
        plan[1] = answer_move;
        for (int step = answer_step; step != NOWHERE; step = step_parent[step]) plan[++length] = step_move[step];
        start.step = std::max(0, length - (start.asleep & 1));
        is_planning = !is_planning;
        start.mine ^= all(start);
        start.asleep = start.asleep >> 1 | (start.asleep & 1) << 1;
        std::swap(start.sun[0], start.sun[1]);
        std::swap(start.score[0], start.score[1]);
        start.tally = tally_of(start, 0, 4);
        deepest = DAYS - start.day;
        stages = std::min(params.horizon, deepest);
        width = std::max(1, std::min(params.first_width, WIDEST));
        passes = answer_stages = root_moves = 0;
        answer = answer_step = NOWHERE;
        is_done = false;
        begin_pass();
    }

    void begin(const Node& from) {
        start = from;
        expanded = made = evaluations = 0;
        answer = answer_step = NOWHERE;
        is_planning = false;
        change_sides();
    }

    // Expands so many states, `planned` of them for the plan.
    void search(long number, long planned) {
        expand(std::min(number, planned));
        if (is_done || expanded == planned) change_sides();
        expand(number - planned);
    }

    void advance() {
        cursor = 0;
        const int done = current;
        empty(queues[done]);
        if (queues[following].used > 0) {
            cut(queues[following]);
            current = following;
            following = done;
            return;
        }
        cut(queues[tomorrow]);
        conclude_stage();
        if (++stage < stages && queues[tomorrow].used > 0) {
            current = tomorrow;
            tomorrow = done;
            stamp = (stamp + 1) & 0xffff;
            return;
        }
        ++passes;
        int limit = std::min(params.last_width, WIDEST);
        if (stages < deepest) {
            stages += width >= limit;
        } else {
            limit = std::min(std::max(params.last_width, params.widest), WIDEST);
            is_done = width >= limit;
        }
        if (is_done) return;
        width = std::max(width, std::min(2 * width, limit));
        begin_pass();
    }

    INLINE void open(int slot) {
        Node& node = states[slot];
        const int first = origin[slot];
        if (first == NOWHERE) node = start;
        let_rival_act(node);
        int step = NOWHERE;
        if (first != NOWHERE && expanded < STEPS) {
            step = expanded;
            step_move[step] = move[slot];
            step_parent[step] = parent[slot];
        }
        const int found = make_children(node, &states[spare], [&](const Node& child, int act, bool is_morning, int number) {
            if (first == NOWHERE) root_move[number] = act;
            if (is_new(key_of(child))) {
                ++evaluations;
                const int made_in = spare;
                if (enter(queues[is_morning ? tomorrow : following], rate(child, is_morning))) {
                    origin[made_in] = first == NOWHERE ? number : first;
                    move[made_in] = act;
                    parent[made_in] = step;
                }
            }
            return &states[spare];
        });
        if (first == NOWHERE) root_moves = found;
        made += found;
    }

    void expand(long number) {
        while (number > 0 && !is_done) {
            if (cursor < queues[current].used) {
                open(queues[current].slots[cursor++]);
                ++expanded;
                --number;
            } else {
                advance();
            }
        }
    }
} beam;

template <typename Number>
void read(Number& number) {
    long double value;
    if (std::scanf("%Lf", &value) != 1) std::exit(2);
    number = static_cast<Number>(value);
}

void print_keys(const std::vector<Node>& nodes) {
    long made = 0;
    Board sum = 0;
    double total = 0.0;
    Node child;
    for (Node parent : nodes) {
        let_rival_act(parent);
        made += make_children(parent, &child, [&](Node& node, int, bool is_morning, int) {
            sum += key_of(node);
            total += rate(node, is_morning);
            return &node;
        });
    }
    std::printf("%ld %llu %.17g\n", made, static_cast<unsigned long long>(sum & ((Board{1} << 62) - 1)), total);
}

void print_found() {
    std::printf("%ld %ld %ld %ld %d %d", beam.expanded, beam.made, beam.evaluations, beam.passes, beam.answer,
                beam.answer_stages);
    for (int number = 0; number < beam.root_moves; ++number) {
        if (beam.root_count[number]) std::printf(" %d %.17g", beam.root_count[number], beam.root_value[number]);
    }
    std::printf("\n");
}

double now() {
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    const std::string what = argv[1];
    const long amount = std::atol(argv[2]);
    make_tables();
    for (double* number : {&params.seed, &params.nutrients, &params.crowd, &params.rival, &params.inside}) read(*number);
    for (int* number : {&params.keeps, &params.first_complete, &params.acts, &params.first_width, &params.last_width,
                        &params.widest, &params.trusted, &params.horizon, &params.plan_part}) {
        read(*number);
    }
    for (auto* row : {&params.sun, &params.income, &params.small, &params.medium, &params.tall, &params.bonus, &params.usual}) {
        for (double& number : *row) read(number);
    }
    for (auto& row : params.ahead) {
        for (int way = 0; way < WAYS; ++way) read(row[way]);
    }
    for (Board* board : {&usable, &fair, &lush}) read(*board);
    for (auto& player : keys) {
        for (auto& size : player) {
            for (Board& key : size) read(key);
        }
    }
    make_tallies();
    size_t number;
    read(number);
    std::vector<Node> nodes(number);
    for (Node& s : nodes) {
        for (Board& board : s.trees) read(board);
        for (Board* board : {&s.mine, &s.dormant, &s.key}) read(*board);
        for (int16_t* value : {&s.sun[0], &s.sun[1], &s.score[0], &s.score[1]}) read(*value);
        for (uint8_t* value : {&s.nutrients, &s.day, &s.asleep}) read(*value);
        s.tally = tally_of(s, 0, 4);
    }
    if (what == "keys") {
        print_keys(nodes);
        return 0;
    }
    const auto search_all = [&](bool prints) {
        for (const Node& node : nodes) {
            beam.begin(node);
            beam.search(amount, amount / params.plan_part);
            if (prints) print_found();
        }
    };
    search_all(what == "search");
    if (what == "time") {
        const double began = now();
        search_all(false);
        std::printf("%.9f\n", now() - began);
    }
    return 0;
}
