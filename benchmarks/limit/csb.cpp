// The speed limit for Coders Strike Back: the whole Smitsimax of the bot as an expert would write it in C++.
//
// The same work as bots/csb/{rules,search}.py and common/search/{smitsimax,ucb}.py, with the same results
// bit for bit: selection, growth, the exact turn, rating, backup. What it uses that the kernels' subset of
// Python cannot say:
//
//   - vectors of eight doubles: x and y of all four pods in one register, so that gliding, friction,
//     rounding and the quick tests of all pairs and of all checkpoints are a few instructions each;
//     UCB's bounds of all children of a node at once, their maximum by halving
//   - selection without branches: what a random pick, a UCB pick, a new node and a unit outside of its
//     tree have in common is done for all of them, and masks decide; outside is a node of its own
//   - a node's children as one block of three cache lines, aligned, prefetched, written by whole
//     vectors, so that the next iteration's loads are forwarded from these stores; huge pages
//   - dice thrown in advance, many at a time, by multipliers that leap
//   - no state that the search never reads (idle turns, headings), no tests of bounds, no traps
//
//   g++ -O3 -march=native -ffp-contract=off -fno-math-errno -std=c++17 -Wno-psabi csb.cpp -o csb
//   csb turns SECONDS < state     random moves, the race set back every DEPTH turns
//   csb search SECONDS < state    planting a new forest and searching 75 ms, again and again
//   csb count N < state           N iterations; visits and mean of every move at the roots, a root a line
//
// state: numbers in the order that read_state reads them (benchmarks/csb_limit.py writes them).
// AVX-512 where the machine has it, else AVX2, else what the compiler makes of vectors.

#include <sys/mman.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#ifndef FRICTION  // a test changes these two and sees the comparison fail
#define FRICTION 0.85
#endif
#ifndef MIN_IMPULSE
#define MIN_IMPULSE 120.0
#endif

namespace {

constexpr int PODS = 4;
constexpr int MAX_DEPTH = 16;
constexpr int MAX_ROUTE = 25;
constexpr int POOL = 4'000'000;  // slots
constexpr double MAX_TURN = M_PI / 10.0;
constexpr int WAYS = 2 * MAX_DEPTH + 1;
constexpr int TURNS[8] = {0, -1, 1, 0, -1, 1, 0, 0};
constexpr int THRUSTS = 3;  // moves 0..2 are at full thrust, the others at none
constexpr int SHIELD_MOVE = 6;

// --- vectors: eight doubles, of which 2 * i and 2 * i + 1 are x and y of pod i

typedef double V8 __attribute__((vector_size(64), may_alias));
typedef double V4 __attribute__((vector_size(32)));
typedef double V2 __attribute__((vector_size(16)));
typedef int64_t M8 __attribute__((vector_size(64), may_alias));

#define INLINE inline __attribute__((always_inline))

INLINE V8 all(double value) { return V8{value, value, value, value, value, value, value, value}; }
INLINE V8 swap_xy(V8 v) { return __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6); }
INLINE V8 next_pod(V8 v) { return __builtin_shufflevector(v, v, 2, 3, 4, 5, 6, 7, 0, 1); }
INLINE V8 next_but_one(V8 v) { return __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3); }
INLINE V8 absolute(V8 v) { return (V8)((M8)v & INT64_MAX); }

#if defined(__AVX512F__) && defined(__AVX512DQ__)
typedef __mmask8 Mask;
INLINE Mask above(V8 a, V8 b) { return _mm512_cmp_pd_mask(a, b, _CMP_GT_OQ); }
INLINE Mask equal(V8 a, V8 b) { return _mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ); }
INLINE V8 choose(Mask m, V8 yes, V8 no) { return _mm512_mask_blend_pd(m, no, yes); }
INLINE V8 floor_all(V8 v) { return _mm512_roundscale_pd(v, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC); }
INLINE V8 trunc_all(V8 v) { return _mm512_roundscale_pd(v, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC); }
INLINE V8 larger(V8 a, V8 b) { return _mm512_max_pd(a, b); }
INLINE V8 smaller(V8 a, V8 b) { return _mm512_min_pd(a, b); }
#else
typedef unsigned Mask;
INLINE M8 lanes(Mask m) {
    const M8 bits = {1, 2, 4, 8, 16, 32, 64, 128};
    return (bits & (int64_t)m) != 0;
}
INLINE V8 select(M8 m, V8 yes, V8 no) { return (V8)((m & (M8)yes) | (~m & (M8)no)); }
INLINE V8 choose(Mask m, V8 yes, V8 no) { return select(lanes(m), yes, no); }
INLINE V8 larger(V8 a, V8 b) { return select(a > b, a, b); }
INLINE V8 smaller(V8 a, V8 b) { return select(a < b, a, b); }
#if defined(__AVX2__)
INLINE __m256d low(V8 v) { return __builtin_shufflevector(v, v, 0, 1, 2, 3); }
INLINE __m256d high(V8 v) { return __builtin_shufflevector(v, v, 4, 5, 6, 7); }
INLINE V8 join(__m256d a, __m256d b) { return __builtin_shufflevector((V4)a, (V4)b, 0, 1, 2, 3, 4, 5, 6, 7); }
INLINE Mask bits_of(M8 m) {
    return _mm256_movemask_pd(low((V8)m)) | _mm256_movemask_pd(high((V8)m)) << 4;
}
INLINE V8 floor_all(V8 v) { return join(_mm256_floor_pd(low(v)), _mm256_floor_pd(high(v))); }
INLINE V8 trunc_all(V8 v) {
    constexpr int how = _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC;
    return join(_mm256_round_pd(low(v), how), _mm256_round_pd(high(v), how));
}
#else
INLINE Mask bits_of(M8 m) {
    Mask bits = 0;
    for (int i = 0; i < 8; ++i) bits |= (m[i] & 1) << i;
    return bits;
}
INLINE V8 floor_all(V8 v) {
    for (int i = 0; i < 8; ++i) v[i] = std::floor(v[i]);
    return v;
}
INLINE V8 trunc_all(V8 v) {
    for (int i = 0; i < 8; ++i) v[i] = std::trunc(v[i]);
    return v;
}
#endif
INLINE Mask above(V8 a, V8 b) { return bits_of(a > b); }
INLINE Mask equal(V8 a, V8 b) { return bits_of(a == b); }
#endif

INLINE V8 sum_xy(V8 v) { return v + swap_xy(v); }
// By turns a sum of `a` and one of `b`.
INLINE V8 sums(V8 a, V8 b) {
    return __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14) +
           __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
}
INLINE V8 spread(V2 v) { return __builtin_shufflevector(v, v, 0, 1, 0, 1, 0, 1, 0, 1); }
INLINE V8 largest(V8 v) {
    v = larger(v, next_but_one(v));
    v = larger(v, next_pod(v));
    return larger(v, swap_xy(v));
}
INLINE V8 join_pods(const V2* a, const V2* b, const V2* c, const V2* d) {
    const V4 left = __builtin_shufflevector(*a, *b, 0, 1, 2, 3), right = __builtin_shufflevector(*c, *d, 0, 1, 2, 3);
    return __builtin_shufflevector(left, right, 0, 1, 2, 3, 4, 5, 6, 7);
}

// --- the race

struct Params {
    double checkpoint, speed, after_next, near, facing, rival, evade, hinder, distance, aim, ahead;
    double shield_reach;
    int panic, depth, random_visits;
    double exploration;
};

struct Setting {
    int goal;
    V2 track[MAX_ROUTE + 1];
    Params params;
    int runner[2], blocker[2], base;
    bool urgent[2];
    V2 facing[PODS][WAYS];     // cosine and sine by pod and way that it heads
    V2 force[PODS][WAYS][8];   // what a move adds to the speed, by the way that it comes from
};

struct Race {
    V8 place, speed, target;  // target: the next checkpoints
    int passed[PODS], shield[PODS];
    Mask finished;  // both bits of a pod

    // A turn with `force` added to the speeds. heavy: bits of pods with a shield of 4.
    INLINE void play(V8 force, unsigned heavy, const Setting& setting) {
        speed += force;
        V8 from = place;
        const Approach first = approaches();
        if (__builtin_expect(first.pairs == 0, 1)) {
            place += speed;
        } else {
            collide(first, from, heavy, setting);
        }
        speed = trunc_all(speed * FRICTION);
        place = floor_all(place + 0.5);
        pass_checkpoints(from, 0xff, setting);
    }

    // How the pairs come nearer: bits of those that may hit within a turn, and what the time takes.
    // Lane 2 * i: pod i and the next one; 2 * i + 1: pod i and the next but one, for i of 0 and 1.
    struct Approach {
        V8 apart, nearing, speed_2, root;
        unsigned pairs;
    };

    INLINE Approach approaches() const {
        const V8 gap1 = place - next_pod(place), rush1 = speed - next_pod(speed);
        const V8 gap2 = place - next_but_one(place), rush2 = speed - next_but_one(speed);
        Approach a;
        a.apart = sums(gap1 * gap1, gap2 * gap2) - 640000.0;
        a.nearing = sums(gap1 * rush1, gap2 * rush2);
        a.speed_2 = sums(rush1 * rush1, rush2 * rush2);
        a.root = a.nearing * a.nearing - a.speed_2 * a.apart;
        // Too late, for sure: the square of `wait`, not a root and a quotient, is enough to say so.
        const V8 wait = -a.nearing - a.speed_2;
        const Mask late = above(wait, all(0.0)) & above(wait * wait, a.root * 1.000000001);
        const Mask miss = above(a.nearing, all(0.0)) | above(all(0.0), a.root) | late;
        a.pairs = ~(above(a.apart, all(0.0)) & miss) & 0x5f;
        return a;
    }

    INLINE void collide(Approach next, V8& from, unsigned heavy, const Setting& setting) {
        double left = 1.0;
        for (int hits = 0; left > 0.0 && hits < 1000; ++hits) {
            double time = left;
            const int pair = next.pairs == 0 ? -1 : first_hit(next, time);
            place += speed * time;
            if (pair < 0) return;
            bounce(HIGH[pair], LOW[pair], heavy);
            left -= time;
            if (left > 0.0) {
                const Mask both = 3 << (2 * HIGH[pair]) | 3 << (2 * LOW[pair]);
                pass_checkpoints(from, both, setting);
                from = choose(both, place, from);
                next = approaches();
            }
        }
    }

    // The next pair to hit until `time`, by its number in the order of the scan, or -1; sets its time.
    INLINE static int first_hit(const Approach& a, double& time) {
        alignas(64) double apart[8], nearing[8], speed_2[8], root[8];
        *(V8*)apart = a.apart;
        *(V8*)nearing = a.nearing;
        *(V8*)speed_2 = a.speed_2;
        *(V8*)root = a.root;
        int found = -1;
        for (unsigned rest = a.pairs; rest != 0; rest &= rest - 1) {
            const int lane = __builtin_ctz(rest), pair = PAIR[lane];
            double when = 0.0;
            if (apart[lane] > 0.0) {
                if (speed_2[lane] == 0.0) continue;
                when = (-nearing[lane] - std::sqrt(root[lane])) / speed_2[lane];
            }
            if (when < time || (when == time && pair > found)) {
                time = when;
                found = pair;
            }
        }
        return found;
    }

    INLINE void bounce(int high, int low, unsigned heavy) {
        alignas(64) V2 at[PODS], fast[PODS];
        *(V8*)at = place;
        *(V8*)fast = speed;
        const Mask is_high = 3 << (2 * high), is_low = 3 << (2 * low);
        V2 n = at[low] - at[high];
        const V2 square = n * n;
        double distance = std::sqrt(square[0] + square[1]);
        distance = distance > 0.00001 ? distance : 0.00001;
        n /= distance;
        const V2 along = n * (fast[high] - fast[low]);
        double half = along[0] + along[1];
        double share_a = 1.0, share_b = 1.0;
        if (heavy == 0) {
            half *= 0.5;
        } else {
            share_a = heavy >> high & 1 ? 0.1 : 1.0;
            share_b = heavy >> low & 1 ? 0.1 : 1.0;
            half /= share_a + share_b;
        }
        const double impulse = half + (half < MIN_IMPULSE ? MIN_IMPULSE : half);
        speed = choose(is_high, speed - spread(impulse * share_a * n), speed);
        speed = choose(is_low, speed + spread(impulse * share_b * n), speed);
        if (distance <= 800.0) {
            const V8 gap = spread(((800.0 - distance) / 2.0 + 0.00001) * n);
            place = choose(is_high, place - gap, place);
            place = choose(is_low, place + gap, place);
        }
    }

    // tested: both bits of each pod that may pass.
    INLINE void pass_checkpoints(V8 from, Mask tested, const Setting& setting) {
        const V8 way = place - from, reach = target - from;
        const Mask far = above(absolute(reach) - absolute(way), all(601.0)) | finished | (~tested & 0xff);
        if (__builtin_expect(((far | far >> 1) & 0x55) != 0x55, 0)) {
            const V8 length_2 = sum_xy(way * way);
            V8 along = sum_xy(reach * way) / length_2;
            along = choose(above(length_2, all(0.0)), larger(all(0.0), smaller(all(1.0), along)), all(0.0));
            const V8 rest = reach - along * way;
            const Mask near = above(all(360000.0), sum_xy(rest * rest));
            for (unsigned hits = near & ~(far | far >> 1) & 0x55; hits != 0; hits &= hits - 1) {
                const int lane = __builtin_ctz(hits), pod = lane / 2;
                if (passed[pod] == setting.goal) {
                    finished |= 3 << lane;
                } else {
                    target = choose(3 << lane, spread(setting.track[++passed[pod]]), target);
                }
            }
        }
    }

    // Pairs by number: 3-2, 3-1, 3-0, 2-1, 2-0, 1-0.
    static constexpr int HIGH[6] = {3, 3, 3, 2, 2, 1}, LOW[6] = {2, 1, 0, 1, 0, 0};
    static constexpr int PAIR[8] = {5, 4, 3, 1, 0, 4, 2, 1};
};

// --- the rating

double progress(const V2* place, const V2* speed, const V2* target, const Race& race, int pod, V2 head,
                const Setting& setting) {
    const Params& q = setting.params;
    const int passed = race.passed[pod];
    if (race.finished >> (2 * pod) & 1) return q.checkpoint * (passed + 1 - setting.base);
    const V2 d = target[pod] - place[pod], dd = d * d, dv = d * speed[pod], dh = d * head;
    const double distance = std::sqrt(dd[0] + dd[1]) + 1.0;
    double points = q.checkpoint * (passed - setting.base) - distance;
    points += q.speed * (dv[0] + dv[1]) / distance;
    points += q.facing * (dh[0] + dh[1]) / distance;
    if (distance < q.near && passed < setting.goal) {
        const V2 e = setting.track[passed + 1] - place[pod], ee = e * e, ev = e * speed[pod];
        const double beyond = std::sqrt(ee[0] + ee[1]) + 1.0;
        points += (1.0 - distance / q.near) * q.after_next * (ev[0] + ev[1]) / beyond;
    }
    return points;
}

double guard(const V2* place, const V2* target, int pod, int runner, V2 head, const Params& q) {
    const V2 d = place[runner] + q.ahead * (target[runner] - place[runner]) - place[pod], dd = d * d;
    const V2 f = place[runner] - place[pod], ff = f * f, fh = f * head;
    const double facing = (fh[0] + fh[1]) / (std::sqrt(ff[0] + ff[1]) + 1.0);
    return q.aim * facing - q.distance * std::sqrt(dd[0] + dd[1]);
}

INLINE void rate(const Race& race, const int* way, const Setting& s, double* scores) {
    alignas(64) V2 place[PODS], speed[PODS], target[PODS];
    *(V8*)place = race.place;
    *(V8*)speed = race.speed;
    *(V8*)target = race.target;
    double gain[2], stand[2] = {0.0, 0.0};
    const auto head = [&](int pod) { return s.facing[pod][way[pod]]; };
    for (int p = 0; p < 2; ++p) {
        const int own = s.runner[p], other = s.blocker[p];
        gain[p] = progress(place, speed, target, race, own, head(own), s);
        if (!s.urgent[p]) stand[p] = guard(place, target, other, s.runner[1 - p], head(other), s.params);
    }
    for (int p = 0; p < 2; ++p) {
        const int other = s.blocker[p];
        const double own = gain[p] - s.params.evade * stand[1 - p];
        scores[s.runner[p]] = own - s.params.rival * gain[1 - p];
        scores[other] = s.urgent[p] ? progress(place, speed, target, race, other, head(other), s)
                                    : stand[p] - s.params.hinder * gain[1 - p];
    }
}

// The start of a search: the number of moves at each root.
int count_moves(const Race& race, const Setting& setting, int index) {
    const int rival = 2 - index / 2 * 2;
    for (int other = rival; other < rival + 2; ++other) {
        const double dx = race.place[2 * other] - race.place[2 * index];
        const double dy = race.place[2 * other + 1] - race.place[2 * index + 1];
        const double vx = race.speed[2 * other] - race.speed[2 * index];
        const double vy = race.speed[2 * other + 1] - race.speed[2 * index + 1];
        const double reach = 800.0 + setting.params.shield_reach * std::sqrt(vx * vx + vy * vy);
        if (dx * dx + dy * dy < reach * reach && dx * vx + dy * vy < 0.0) return SHIELD_MOVE + 1;
    }
    return SHIELD_MOVE;
}

// --- dice: drand48, thrown in advance

constexpr uint64_t MULTIPLIER = 25214903917ULL, INCREMENT = 11;

class Dice {
   public:
    void start(uint64_t state) {
        for (uint64_t& next : streams_) {
            next = state = state * MULTIPLIER + INCREMENT;
            leap_term_ = leap_term_ * MULTIPLIER + INCREMENT;
            leap_factor_ *= MULTIPLIER;
        }
    }
    // Makes sure that so many throws are there; EDGE at most.
    INLINE void hold(int count) {
        if (__builtin_expect(next_ + count > end_, 0)) refill();
    }
    INLINE int draw(unsigned count) { return static_cast<int>((uint64_t{throws_[next_++]} * count) >> 31); }
    // The bit of a throw of six, which is used up if `is_used`.
    INLINE unsigned bit(bool is_used) {
        const unsigned found = bits_[next_];
        next_ += is_used;
        return found;
    }
    static constexpr int EDGE = PODS * MAX_DEPTH;

   private:
    static constexpr int SIZE = 512, LEAP = 8;

    void refill() {
        int end = 0;
        for (; next_ < end_; ++next_, ++end) {
            throws_[end] = throws_[next_];
            bits_[end] = bits_[next_];
        }
        for (int round = 0; round < SIZE / LEAP; ++round, end += LEAP)
            for (int i = 0; i < LEAP; ++i) {
                throws_[end + i] = streams_[i] >> 17 & 0x7fffffff;
                bits_[end + i] = 1 << ((uint64_t{throws_[end + i]} * 6) >> 31);
                streams_[i] = streams_[i] * leap_factor_ + leap_term_;
            }
        next_ = 0;
        end_ = end;
    }

    uint64_t streams_[LEAP], leap_factor_ = 1, leap_term_ = 0;  // bits above 48 do not matter
    int next_ = 0, end_ = 0;
    uint32_t throws_[EDGE + SIZE];
    uint8_t bits_[EDGE + SIZE];
};

// --- Smitsimax

// The children of a node.
struct alignas(64) Block {
    V8 mean, share;     // UNTRIED before the first visit, -INFINITY where there is no child; 1 / sqrt(visits)
    int32_t visits[8];
    int32_t child[8];   // its block, or 0
};

constexpr double UNTRIED = 1.0e300;
constexpr int OUTSIDE = PODS;  // number of the block in which a unit is that has left its tree

class Forest {
   public:
    Forest() {
        const size_t bytes = sizeof(Block) * BLOCKS;
        void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) {
            std::fprintf(stderr, "csb: no memory for the nodes\n");
            std::exit(1);
        }
        madvise(memory, bytes, MADV_HUGEPAGE);
        blocks_ = static_cast<Block*>(memory);
        extend(1 << 19);
    }

    void plant(const Race& start, const Setting& setting) {
        used_ = ready_ = 0;
        int slots = PODS;
        for (int u = 0; u < PODS; ++u) {
            moves_[u] = count_moves(start, setting, u);
            slots += moves_[u];
            lowest_[u] = 1e300;
            highest_[u] = -1e300;
            scale_[u] = 0.0;
        }
        prepare(64);
        for (int u = 0; u < PODS; ++u)
            if (moves_[u] > SHIELD_MOVE) blocks_[u].mean[SHIELD_MOVE] = UNTRIED;
        for (int32_t& child : blocks_[OUTSIDE].child) child = OUTSIDE;
        used_ = OUTSIDE + 1;
        most_ = used_ + (POOL - slots) / SHIELD_MOVE;
        iterations_ = 0;
    }

    __attribute__((noinline)) void iterate(const Race& start, const Setting& setting, Dice& dice) {
        const int depth = setting.params.depth, random_visits = setting.params.random_visits;
        dice.hold(Dice::EDGE);
        if (__builtin_expect(ready_ < used_ + PODS, 0)) prepare(16);
        if (__builtin_expect(iterations_ + 1 >= static_cast<int>(roots_.size()), 0)) extend(2 * roots_.size());
        const Roots* const roots = roots_.data();
        Block* const blocks = blocks_;
        Race race = start;
        Block* at[PODS];
        int tries[PODS], way[PODS];
        double width[PODS];
        for (int u = 0; u < PODS; ++u) {
            at[u] = blocks + u;
            tries[u] = iterations_;
            way[u] = MAX_DEPTH;
            width[u] = scale_[u] * roots[iterations_].of_log;
        }
        Block* path[MAX_DEPTH][PODS];
        Mask chosen[MAX_DEPTH][PODS];
        double shares[MAX_DEPTH][PODS];
        unsigned shields = 0;
        for (int step = 0; step < depth; ++step) {
            const V2* force[PODS];
#pragma GCC unroll 4
            for (int u = 0; u < PODS; ++u) {
                Block* const block = at[u];
                const V8 mean = block->mean, share = block->share;
                const V8 bound = mean + width[u] * share;
                const unsigned best = equal(bound, largest(bound));
                const bool is_random = tries[u] < random_visits;
                unsigned bit = best & -best;
                if (step == 0) {
                    if (is_random) bit = 1u << dice.draw(moves_[u]);
                } else {
                    const unsigned thrown = dice.bit(is_random);
                    bit = is_random ? thrown : bit;
                }
                const int move = __builtin_ctz(bit);
                const bool is_inside = block != blocks + OUTSIDE;
                const int visits = block->visits[move];
                block->visits[move] = visits + is_inside;
                const Mask mask = is_inside ? bit : 0;
                const Roots root = roots[visits];
                block->share = choose(mask, all(root.share), share);
                path[step][u] = block;
                chosen[step][u] = mask;
                shares[step][u] = root.share;
                force[u] = &setting.force[u][way[u]][move];
                way[u] += TURNS[move];
                if (step == 0) shields |= (move == SHIELD_MOVE) << u;
                // where it goes on
                int child = block->child[move];
                const bool is_new = child == 0 && visits > 0 && used_ < most_ && step + 1 < depth;
                child = is_new ? used_ : child;
                block->child[move] = child;
                used_ += is_new;
                child = child == 0 ? OUTSIDE : child;
                at[u] = blocks + child;
                __builtin_prefetch(&at[u]->visits);
                tries[u] = child == OUTSIDE ? 0 : visits;
                width[u] = scale_[u] * root.of_log;
            }
            V8 push = join_pods(force[0], force[1], force[2], force[3]);
            unsigned heavy = 0;
            if (step <= 3) {
                unsigned still = step == 0 ? 0 : shields;
                for (int u = 0; u < PODS; ++u) still |= (start.shield[u] > step) << u;
                heavy = step == 0 ? shields : 0;
                for (int u = 0; step == 0 && u < PODS; ++u) heavy |= (start.shield[u] == 4) << u;
                if (still != 0) push = choose(WIDE[still], all(0.0), push);
            }
            race.play(push, heavy, setting);
        }
        double scores[PODS];
        rate(race, way, setting, scores);
        for (int u = 0; u < PODS; ++u) {
            const double score = scores[u];
            lowest_[u] = score < lowest_[u] ? score : lowest_[u];
            highest_[u] = score > highest_[u] ? score : highest_[u];
            const double range = highest_[u] - lowest_[u];
            scale_[u] = setting.params.exploration * (range > 1e-9 ? range : 1e-9);
            for (int step = 0; step < depth; ++step) {
                Block* const block = path[step][u];
                const double share = shares[step][u], weight = share * share;
                const V8 mean = block->mean;
                block->mean = choose(chosen[step][u], mean * (1.0 - weight) + score * weight, mean);
            }
        }
        ++iterations_;
    }

    void print_roots() const {
        for (int u = 0; u < PODS; ++u) {
            for (int m = 0; m < moves_[u]; ++m)
                std::printf("%d %.17g ", blocks_[u].visits[m], blocks_[u].visits[m] ? blocks_[u].mean[m] : 0.0);
            std::printf("\n");
        }
    }

   private:
    static constexpr int BLOCKS = POOL / SHIELD_MOVE + 64;
    static constexpr int WIDE[16] = {0x00, 0x03, 0x0c, 0x0f, 0x30, 0x33, 0x3c, 0x3f,
                                     0xc0, 0xc3, 0xcc, 0xcf, 0xf0, 0xf3, 0xfc, 0xff};

    // Of n visits: sqrt(ln n), and 1 / sqrt(n + 1).
    struct Roots {
        double of_log, share;
    };

    void extend(size_t size) {
        for (size_t n = roots_.size(); n < size; ++n)
            roots_.push_back({n ? std::sqrt(std::log(static_cast<double>(n))) : 0.0, 1.0 / std::sqrt(n + 1.0)});
    }

    // Empties the next blocks.
    void prepare(int count) {
        for (; count > 0 && ready_ < BLOCKS; --count) {
            Block& block = blocks_[ready_++];
            block.mean = V8{UNTRIED, UNTRIED, UNTRIED, UNTRIED, UNTRIED, UNTRIED, -INFINITY, -INFINITY};
            block.share = all(0.0);
            *(M8*)block.visits = M8{};
        }
    }

    Block* blocks_;
    std::vector<Roots> roots_;
    int used_ = 0, ready_ = 0, most_ = 0, iterations_ = 0;
    int moves_[PODS];
    double lowest_[PODS], highest_[PODS], scale_[PODS];
};

// --- the program

double read_number() {
    double value;
    if (std::scanf("%lf", &value) != 1) {
        std::fprintf(stderr, "csb: the state ends too early\n");
        std::exit(2);
    }
    return value;
}

int read_int() { return static_cast<int>(read_number()); }

// Returns the state of the dice.
uint64_t read_state(Race& race, Setting& setting) {
    double heading[PODS];
    race.finished = 0;
    for (int i = 0; i < PODS; ++i) {
        for (int k = 0; k < 2; ++k) race.place[2 * i + k] = read_number();
        for (int k = 0; k < 2; ++k) race.speed[2 * i + k] = read_number();
        heading[i] = read_number();
        race.passed[i] = read_int();
        race.shield[i] = read_int();
        read_int();  // whether it has boosted
        if (read_int() != 0) race.finished |= 3 << (2 * i);
    }
    read_int();  // the turn
    int idle[2];
    for (int& turns : idle) turns = read_int();
    setting.goal = 3 * read_int();
    for (int i = 0; i <= setting.goal; ++i)
        for (int k = 0; k < 2; ++k) setting.track[i][k] = read_number();
    Params& q = setting.params;
    for (double* field : {&q.checkpoint, &q.speed, &q.after_next, &q.near, &q.facing, &q.rival, &q.evade,
                          &q.hinder, &q.distance, &q.aim, &q.ahead, &q.shield_reach})
        *field = read_number();
    q.panic = read_int();
    q.depth = read_int();
    q.random_visits = read_int();
    q.exploration = read_number();
    for (int p = 0; p < 2; ++p) {
        setting.runner[p] = read_int();
        setting.blocker[p] = 4 * p + 1 - setting.runner[p];
        setting.urgent[p] = idle[p] >= q.panic;
    }
    setting.base = read_int();
    for (int i = 0; i < PODS; ++i) {
        for (int k = 0; k < 2; ++k) race.target[2 * i + k] = setting.track[race.passed[i]][k];
        for (int way = 0; way < WAYS; ++way) {
            const double head = heading[i] + static_cast<double>(way - MAX_DEPTH) * MAX_TURN;
            setting.facing[i][way] = V2{std::cos(head), std::sin(head)};
        }
        for (int way = 0; way < WAYS; ++way)
            for (int move = 0; move < 8; ++move) {
                const int to = way + TURNS[move];
                const bool is_pushed = move < THRUSTS && to >= 0 && to < WAYS;
                setting.force[i][way][move] = is_pushed ? setting.facing[i][to] * 200.0 : V2{0.0, 0.0};
            }
    }
    return static_cast<uint64_t>(read_number());
}

double now() {
    using clock = std::chrono::steady_clock;
    return std::chrono::duration<double>(clock::now().time_since_epoch()).count();
}

void measure_turns(const Race& start, const Setting& setting, Dice& dice, double seconds) {
    const double begin = now();
    long turns = 0;
    double sum = 0.0;
    while (now() - begin < seconds) {
        for (int repeat = 0; repeat < 1000; ++repeat) {
            Race race = start;
            int way[PODS] = {MAX_DEPTH, MAX_DEPTH, MAX_DEPTH, MAX_DEPTH};
            dice.hold(Dice::EDGE);
            for (int depth = 0; depth < setting.params.depth; ++depth, ++turns) {
                const V2* force[PODS];
                V2 none = {0.0, 0.0};
                unsigned heavy = 0;
                for (int u = 0; u < PODS; ++u) {
                    const int move = dice.draw(SHIELD_MOVE);
                    force[u] = start.shield[u] > depth ? &none : &setting.force[u][way[u]][move];
                    way[u] += TURNS[move];
                    heavy |= (depth == 0 && start.shield[u] == 4) << u;
                }
                race.play(join_pods(force[0], force[1], force[2], force[3]), heavy, setting);
            }
            sum += race.place[0];
        }
    }
    std::printf("turns_per_second %.0f check %.0f\n", turns / (now() - begin), sum);
}

void measure_search(const Race& start, const Setting& setting, Dice& dice, double seconds) {
    Forest forest;
    const double begin = now();
    long iterations = 0;
    int searches = 0;
    while (now() - begin < seconds) {
        forest.plant(start, setting);
        ++searches;
        for (const double end = now() + 0.075; now() < end; iterations += 50)
            for (int k = 0; k < 50; ++k) forest.iterate(start, setting, dice);
    }
    std::printf("iterations_per_75ms %.0f\n", static_cast<double>(iterations) / searches);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: csb turns|search SECONDS or csb count N, with a state on stdin\n");
        return 2;
    }
    Race race{};
    Setting setting{};
    Dice dice;
    dice.start(read_state(race, setting));
    const std::string what = argv[1];
    if (what == "turns") {
        measure_turns(race, setting, dice, std::atof(argv[2]));
    } else if (what == "search") {
        measure_search(race, setting, dice, std::atof(argv[2]));
    } else if (what == "count") {
        Forest forest;
        forest.plant(race, setting);
        for (int k = 0; k < std::atoi(argv[2]); ++k) forest.iterate(race, setting, dice);
        forest.print_roots();
    } else {
        std::fprintf(stderr, "csb: expected turns, search or count, got %s\n", what.c_str());
        return 2;
    }
    return 0;
}
