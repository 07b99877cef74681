// Ultimate tic-tac-toe by hand: best-first minimax with the value network, the same work as
// common/search/bestfirst.py over bots/uttt, number for number. benchmarks/bestfirst_limit.py runs it. What the
// subset cannot say: AVX-512 and AVX2 by intrinsics; the sums of a position and of its children in registers,
// four vectors of lanes at a time; four bounds at once; a position of 46 bytes; no check of any index.
//
//   bestfirst count N     after N iterations the moves at the root: "cell visits value bound" a line
//   bestfirst time N      seconds of processor time that N iterations take, as often as there is more to find
//
// On stdin: 18 masks, 2 masks of boards won, open, forced, player; exploration; the weights of all columns, the
// last weights, their scale. A test changes TOP and WEIGHT by -D and sees the check fail.

#include <immintrin.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#ifndef TOP
#define TOP 255  // an output is a sum cut to 0..TOP
#endif
#ifndef WEIGHT
#define WEIGHT 1.0  // of exploration, against what the input says
#endif

namespace {

constexpr int FULL = 511, ANY = 9, LANES = 256;
constexpr int LINES[8] = {7, 56, 448, 73, 146, 292, 273, 84};
constexpr int WON = 18, FULL_BOARDS = 20, THREATS = 21, DECIDING = 23, FORCED = 25;
constexpr int FREE = 29 * 9, ALWAYS = FREE + 1, INPUTS = ALWAYS + 1;
constexpr uint32_t POOL = 4000000, MOST = 256;
constexpr int MAX_DEPTH = 250, ROOTS = 1 << 14;
constexpr double CERTAIN = -1.0e300, SURE_WIN = 2.0, MARK = 0.01;

bool has_line[512];
uint16_t winning[512];  // squares that complete a line
double roots[ROOTS];    // fourth roots of visits

// As many lanes of 16 bits as a register holds.
#ifdef __AVX512BW__
typedef __m512i Lanes;
Lanes cut(Lanes a) { return _mm512_min_epi16(_mm512_max_epi16(a, Lanes{}), _mm512_set1_epi16(TOP)); }
Lanes add(Lanes a, Lanes b) { return _mm512_add_epi16(a, b); }
Lanes take(Lanes a, Lanes b) { return _mm512_sub_epi16(a, b); }
Lanes sum_products(Lanes total, Lanes a, Lanes b) { return _mm512_add_epi32(total, _mm512_madd_epi16(a, b)); }
int sum_of(Lanes a) { return _mm512_reduce_add_epi32(a); }
#else
typedef __m256i Lanes;
Lanes cut(Lanes a) { return _mm256_min_epi16(_mm256_max_epi16(a, Lanes{}), _mm256_set1_epi16(TOP)); }
Lanes add(Lanes a, Lanes b) { return _mm256_add_epi16(a, b); }
Lanes take(Lanes a, Lanes b) { return _mm256_sub_epi16(a, b); }
Lanes sum_products(Lanes total, Lanes a, Lanes b) { return _mm256_add_epi32(total, _mm256_madd_epi16(a, b)); }
int sum_of(Lanes a) {
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(half, _mm_shuffle_epi32(half, 0xb1)));
}
#endif
constexpr int PARTS = LANES * 2 / sizeof(Lanes), GROUP = 4;

alignas(64) int16_t columns[INPUTS][LANES], last[LANES];
double scale, exploration;

Lanes part_of(const int16_t *lanes, int part) { return reinterpret_cast<const Lanes *>(lanes)[part]; }

struct State {
    uint16_t marks[18], won[2], open;
    uint8_t forced, player;

    void play(int cell) {
        const int board = cell / 9, square = cell % 9;
        const int mask = marks[player * 9 + board] |= 1 << square;
        if (has_line[mask]) won[player] |= 1 << board;
        if (has_line[mask] || (marks[board] | marks[9 + board]) == FULL) open &= ~(1 << board);
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
    int list(uint8_t *cells) const {
        int count = 0;
        for (int boards = forced == ANY ? open : 1 << forced; boards; boards &= boards - 1) {
            const int board = __builtin_ctz(boards);
            for (int rest = FULL & ~(marks[board] | marks[9 + board]); rest; rest &= rest - 1)
                cells[count++] = static_cast<uint8_t>(board * 9 + __builtin_ctz(rest));
        }
        return count;
    }
};

// What the network sees of a position before it is known where the next mark goes.
struct View {
    uint16_t masks[FORCED];

    View(const State &state, int viewer) {
        const uint16_t *own = state.marks + 9 * viewer, *other = state.marks + 9 - 9 * viewer;
        int threats = 0, other_threats = 0;
        for (int board = 0; board < 9; ++board) {
            const int is_open = -(state.open >> board & 1);
            const int mine = own[board], theirs = other[board];
            masks[board] = static_cast<uint16_t>(mine & is_open);
            masks[9 + board] = static_cast<uint16_t>(theirs & is_open);
            threats |= ((winning[mine] & ~theirs & is_open) != 0) << board;
            other_threats |= ((winning[theirs] & ~mine & is_open) != 0) << board;
        }
        const int mine = state.won[viewer], theirs = state.won[1 - viewer];
        masks[WON] = static_cast<uint16_t>(mine);
        masks[WON + 1] = static_cast<uint16_t>(theirs);
        masks[FULL_BOARDS] = static_cast<uint16_t>(FULL & ~(state.open | mine | theirs));
        masks[THREATS] = static_cast<uint16_t>(threats);
        masks[THREATS + 1] = static_cast<uint16_t>(other_threats);
        masks[DECIDING] = winning[mine] & state.open;
        masks[DECIDING + 1] = winning[theirs] & state.open;
    }
};

// Inputs that go on and off between a position and one after it.
struct Changes {
    int ons, offs;
    uint16_t on[48], off[48];

    void note(int mask, int before, int after) {
        for (int rest = after & ~before; rest; rest &= rest - 1)
            on[ons++] = static_cast<uint16_t>(mask * 9 + __builtin_ctz(rest));
        for (int rest = before & ~after; rest; rest &= rest - 1)
            off[offs++] = static_cast<uint16_t>(mask * 9 + __builtin_ctz(rest));
    }

    // False if who moves in `child` wins at once.
    bool find(const View &view, const State &child, int board) {
        const uint16_t *here = view.masks;
        const int viewer = child.player, bit = 1 << board;
        const int mine = child.marks[9 * viewer + board], theirs = child.marks[9 - 9 * viewer + board];
        const bool is_open = child.open & bit;
        int threats = here[THREATS] & ~bit, other_threats = here[THREATS + 1] & ~bit;
        if (is_open && winning[mine] & ~theirs) threats |= bit;
        if (is_open && winning[theirs] & ~mine) other_threats |= bit;
        const int own = child.won[viewer], won = child.won[1 - viewer];
        const int deciding = winning[own] & child.open;
        const int playable = child.forced == ANY ? FULL : 1 << child.forced;
        if (deciding & threats & playable) return false;
        ons = offs = 0;
        if (is_open) {
            note(9 + board, here[9 + board], theirs);
        } else {
            note(board, here[board], 0);
            note(9 + board, here[9 + board], 0);
            note(WON + 1, here[WON + 1], won);
            note(FULL_BOARDS, here[FULL_BOARDS], FULL & ~(child.open | own | won));
            note(DECIDING, here[DECIDING], deciding);
            note(DECIDING + 1, here[DECIDING + 1], winning[won] & child.open);
        }
        note(THREATS, here[THREATS], threats);
        note(THREATS + 1, here[THREATS + 1], other_threats);
        int choice = FREE;
        if (child.forced != ANY) {
            const int mask = FORCED + (threats >> child.forced & 1) + 2 * (other_threats >> child.forced & 1);
            choice = mask * 9 + child.forced;
        }
        on[ons++] = static_cast<uint16_t>(choice);
        return true;
    }
};

struct Tree {
    std::vector<double> bound = std::vector<double>(POOL + 8), share = bound, value = bound;
    std::vector<uint32_t> block = std::vector<uint32_t>(POOL), visits = block;  // first child << 8 | children
    std::vector<uint8_t> move = std::vector<uint8_t>(POOL);
    uint32_t used = 1;

    void put(uint32_t slot, int cell, double worth, bool is_certain) {
        block[slot] = 0;
        move[slot] = static_cast<uint8_t>(cell);
        visits[slot] = 1;
        share[slot] = 1.0;
        value[slot] = worth;
        bound[slot] = is_certain ? CERTAIN : worth;
    }
    void plant() {
        used = 1;
        put(0, 0, 0.0, false);
    }
    static __m256d here(const double *from, int left, __m256d low) {  // four, the last ones low
        const __m256d places = _mm256_setr_pd(0, 1, 2, 3);
        const __m256d is_there = _mm256_cmp_pd(places, _mm256_set1_pd(left), _CMP_LT_OQ);
        return _mm256_blendv_pd(low, _mm256_loadu_pd(from), is_there);
    }
    static double most(__m256d a) {
        a = _mm256_max_pd(a, _mm256_permute4x64_pd(a, 0x4e));
        return _mm256_cvtsd_f64(_mm256_max_pd(a, _mm256_permute_pd(a, 5)));
    }
    uint32_t best(uint32_t node) const {
        const uint32_t first = block[node] >> 8, count = block[node] & 255;
        const uint32_t tries = visits[node];
        const double root = tries < ROOTS ? roots[tries] : std::sqrt(std::sqrt(static_cast<double>(tries)));
        const __m256d width = _mm256_set1_pd(WEIGHT * exploration * root), low = _mm256_set1_pd(CERTAIN);
        __m256d scores[21], top = low;
        for (uint32_t at = 0; at < count; at += 4) {
            const __m256d bonus = _mm256_mul_pd(width, _mm256_loadu_pd(&share[first + at]));
            const __m256d score = _mm256_add_pd(here(&bound[first + at], static_cast<int>(count - at), low), bonus);
            scores[at / 4] = score;
            top = _mm256_max_pd(top, score);
        }
        const __m256d highest = _mm256_set1_pd(most(top));
        for (uint32_t at = 0;; at += 4)
            if (const int equal = _mm256_movemask_pd(_mm256_cmp_pd(scores[at / 4], highest, _CMP_EQ_OQ)))
                return first + at + static_cast<uint32_t>(__builtin_ctz(static_cast<unsigned>(equal)));
    }
    bool settle(uint32_t node) {
        const uint32_t first = block[node] >> 8, count = block[node] & 255;
        const __m256d low = _mm256_set1_pd(CERTAIN);
        __m256d values = low, bounds = low;
        for (uint32_t at = 0; at < count; at += 4) {
            const int left = static_cast<int>(count - at);
            values = _mm256_max_pd(values, here(&value[first + at], left, low));
            bounds = _mm256_max_pd(bounds, here(&bound[first + at], left, low));
        }
        const double best = most(values), open = most(bounds), worth = -best;
        const double limit = best > 1.0 || open == CERTAIN ? CERTAIN : open - 2.0 * best;
        const bool is_new = limit != bound[node] || worth != value[node];
        value[node] = worth;
        bound[node] = limit;
        return is_new;
    }
    void open(uint32_t node, const State &state) {
        uint8_t cells[81];
        const View view(state, 1 - state.player);
        const int count = state.list(cells), mover = state.player;
        int marks = 1;
        for (uint16_t mask : state.marks) marks += __builtin_popcount(mask);
        const double sure = SURE_WIN - MARK * marks;
        const uint32_t first = used;
        static Changes changes[81];
        int asked[81], questions = 0;
        for (int index = 0; index < count; ++index) {
            State child = state;
            child.play(cells[index]);
            const uint32_t slot = first + static_cast<uint32_t>(index);
            if (child.is_over()) {
                put(slot, cells[index], (mover == 0 ? child.outcome() : -child.outcome()) * sure, true);
            } else if (changes[questions].find(view, child, cells[index] / 9)) {
                asked[questions++] = index;
            } else {
                put(slot, cells[index], MARK - sure, true);
            }
        }
        if (questions) {
            const int16_t *inputs[FORCED * 9 + 1];
            int on = 0;
            for (int mask = 0; mask < FORCED; ++mask)
                for (int rest = view.masks[mask]; rest; rest &= rest - 1)
                    inputs[on++] = columns[mask * 9 + __builtin_ctz(rest)];
            Lanes scores[81];
            for (int group = 0; group < PARTS; group += GROUP) {
                Lanes sums[GROUP];
                for (int part = 0; part < GROUP; ++part) sums[part] = part_of(columns[ALWAYS], group + part);
                for (int at = 0; at < on; ++at)
                    for (int part = 0; part < GROUP; ++part)
                        sums[part] = add(sums[part], part_of(inputs[at], group + part));
                for (int question = 0; question < questions; ++question) {
                    const Changes &change = changes[question];
                    Lanes changed[GROUP], score = group ? scores[question] : Lanes{};
                    for (int part = 0; part < GROUP; ++part) changed[part] = sums[part];
                    for (int at = 0; at < change.ons; ++at)
                        for (int part = 0; part < GROUP; ++part)
                            changed[part] = add(changed[part], part_of(columns[change.on[at]], group + part));
                    for (int at = 0; at < change.offs; ++at)
                        for (int part = 0; part < GROUP; ++part)
                            changed[part] = take(changed[part], part_of(columns[change.off[at]], group + part));
                    for (int part = 0; part < GROUP; ++part)
                        score = sum_products(score, cut(changed[part]), part_of(last, group + part));
                    scores[question] = score;
                }
            }
            for (int question = 0; question < questions; ++question) {
                const int index = asked[question];
                const double points = sum_of(scores[question]);
                put(first + static_cast<uint32_t>(index), cells[index], -std::tanh(points / scale), false);
            }
        }
        block[node] = first << 8 | static_cast<uint32_t>(count);
        used = first + static_cast<uint32_t>(count);
    }
    bool iterate(const State &start) {
        if (bound[0] == CERTAIN || used + MOST > POOL) return false;
        State world = start;
        uint32_t path[MAX_DEPTH + 1], node = 0;
        int length = 1;
        path[0] = 0;
        while (block[node] && length <= MAX_DEPTH) {
            node = best(node);
            path[length++] = node;
            world.play(move[node]);
        }
        if (block[node]) return false;
        open(node, world);
        bool is_new = true;
        while (length--) {
            node = path[length];
            if (is_new) is_new = settle(node);
            share[node] = 1.0 / std::sqrt(static_cast<double>(++visits[node]));
        }
        return true;
    }
};

template <typename Number>
void read(Number &place) {
    double value;
    if (std::scanf("%lf", &value) != 1) std::exit(2);
    place = static_cast<Number>(value);
}

double now() {
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    for (int mask = 0; mask < 512; ++mask)
        for (int line : LINES) {
            has_line[mask] |= (mask & line) == line;
            const int rest = line & ~mask;
            if (__builtin_popcount(static_cast<unsigned>(rest)) == 1) winning[mask] |= static_cast<uint16_t>(rest);
        }
    for (int tries = 0; tries < ROOTS; ++tries) roots[tries] = std::sqrt(std::sqrt(static_cast<double>(tries)));
    State start{};
    for (auto &mask : start.marks) read(mask);
    for (auto &mask : start.won) read(mask);
    read(start.open);
    read(start.forced);
    read(start.player);
    read(exploration);
    for (auto &column : columns)
        for (auto &weight : column) read(weight);
    for (auto &weight : last) read(weight);
    read(scale);
    static Tree tree;
    const int count = std::atoi(argv[2]);
    tree.plant();
    const double began = now();
    for (int left = count; left > 0 && tree.iterate(start); --left) {}
    if (!std::strcmp(argv[1], "time")) {
        std::printf("%.9f\n", now() - began);
        return 0;
    }
    const uint32_t first = tree.block[0] >> 8;
    for (uint32_t slot = first; slot < first + (tree.block[0] & 255); ++slot)
        std::printf("%d %u %.17g %.17g\n", tree.move[slot], tree.visits[slot], tree.value[slot], tree.bound[slot]);
}
