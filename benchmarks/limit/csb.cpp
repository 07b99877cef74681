// The speed limit for Coders Strike Back: the whole Smitsimax of the bot as an expert would write it in C++.
//
// The same work as bots/csb/{rules,search}.py and common/search/{smitsimax,ucb}.py, with the same results
// bit for bit: selection, growth, the exact turn, rating, backup. What it uses that the kernels' subset of
// Python cannot say:
//
//   - vectors of four doubles (AVX2): x, y and speeds of all pods a register each, so that gliding,
//     friction, rounding and the tests of all pairs and of all checkpoints are a few instructions; both
//     runners and both blockers rated at once; UCB's bounds of all children in two registers
//   - selection without branches: what a random pick, a UCB pick, a new node and a unit outside of its
//     tree have in common is done for all of them, and masks decide; outside is a node of its own
//   - a node's children as one block of two cache lines, aligned, prefetched; huge pages
//   - dice thrown in advance, many at a time, by multipliers that leap
//   - no state that the search never reads (idle turns, headings), no tests of bounds, no traps
//
//   g++ -O3 -march=native -ffp-contract=off -fno-math-errno -std=c++17 -Wno-psabi csb.cpp -o csb
//   csb turns SECONDS < state     random moves, the race set back every DEPTH turns
//   csb search SECONDS < state    planting a new forest and searching 75 ms, again and again
//   csb count N < state           N iterations; visits and mean of every move at the roots, a root a line
//
// Seconds and milliseconds are of processor time. state: numbers in the order that read_state reads them
// (benchmarks/csb_limit.py writes them). Without AVX2 it is what the compiler makes of vectors.

#include <sys/mman.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <type_traits>
#include <vector>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#ifndef POOL
#define POOL (1 << 22)  // slots, as in the bots' C
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
constexpr double MAX_TURN = M_PI / 10.0;
constexpr int WAYS = 2 * MAX_DEPTH + 1;
constexpr int TURNS[8] = {0, -1, 1, 0, -1, 1, 0, 0};
constexpr int THRUSTS = 3;  // moves 0..2 are at full thrust, the others at none
constexpr int SHIELD_MOVE = 6;
constexpr int FACING = 7;

// --- vectors: four doubles, one of each pod

typedef double V4 __attribute__((vector_size(32), may_alias));
typedef double Loose4 __attribute__((vector_size(32), may_alias, aligned(8)));  // anywhere in memory
typedef double V2 __attribute__((vector_size(16), may_alias));
typedef int64_t M4 __attribute__((vector_size(32), may_alias));

#define INLINE inline __attribute__((always_inline))
#define SHUFFLE __builtin_shufflevector

INLINE V4 all(double value) { return V4{value, value, value, value}; }
INLINE V4 next_pod(V4 v) { return SHUFFLE(v, v, 1, 2, 3, 0); }
INLINE V4 next_but_one(V4 v) { return SHUFFLE(v, v, 2, 3, 0, 1); }
INLINE V4 swap_pairs(V4 v) { return SHUFFLE(v, v, 1, 0, 3, 2); }
INLINE V4 absolute(V4 v) { return (V4)((M4)v & INT64_MAX); }
INLINE V4 choose(M4 m, V4 yes, V4 no) { return m ? yes : no; }

#if defined(__AVX2__)
INLINE unsigned bits_of(M4 m) { return _mm256_movemask_pd((__m256d)m); }
INLINE V4 larger(V4 a, V4 b) { return _mm256_max_pd(a, b); }
INLINE V4 smaller(V4 a, V4 b) { return _mm256_min_pd(a, b); }
INLINE V4 floor_all(V4 v) { return _mm256_floor_pd(v); }
INLINE V4 trunc_all(V4 v) { return _mm256_round_pd(v, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC); }
INLINE V4 root_of(V4 v) { return _mm256_sqrt_pd(v); }
#else
INLINE unsigned bits_of(M4 m) { return (m[0] < 0) | (m[1] < 0) << 1 | (m[2] < 0) << 2 | (m[3] < 0) << 3; }
INLINE V4 larger(V4 a, V4 b) { return choose(a > b, a, b); }
INLINE V4 smaller(V4 a, V4 b) { return choose(a < b, a, b); }
INLINE V4 floor_all(V4 v) { return V4{std::floor(v[0]), std::floor(v[1]), std::floor(v[2]), std::floor(v[3])}; }
INLINE V4 trunc_all(V4 v) { return V4{std::trunc(v[0]), std::trunc(v[1]), std::trunc(v[2]), std::trunc(v[3])}; }
INLINE V4 root_of(V4 v) { return V4{std::sqrt(v[0]), std::sqrt(v[1]), std::sqrt(v[2]), std::sqrt(v[3])}; }
#endif

// Masks by the bits of pods.
struct Lanes {
    M4 of[16];
    constexpr Lanes() : of() {
        for (int bits = 0; bits < 16; ++bits)
            of[bits] = M4{-(bits & 1), -(bits >> 1 & 1), -(bits >> 2 & 1), -(bits >> 3 & 1)};
    }
};
alignas(64) constexpr Lanes LANES;
INLINE M4 lanes(unsigned bits) { return LANES.of[bits]; }

// Bits of the lanes that are below zero, or -0.0.
INLINE unsigned signs_of(V4 v) { return bits_of((M4)v); }
INLINE V4 either(V4 a, V4 b) { return (V4)((M4)a | (M4)b); }
INLINE V4 both(V4 a, V4 b) { return (V4)((M4)a & (M4)b); }

// Four points as x and y.
INLINE void part(const V2* a, const V2* b, const V2* c, const V2* d, V4& x, V4& y) {
    const V4 even = SHUFFLE(*a, *c, 0, 1, 2, 3), odd = SHUFFLE(*b, *d, 0, 1, 2, 3);
    x = SHUFFLE(even, odd, 0, 4, 2, 6);
    y = SHUFFLE(even, odd, 1, 5, 3, 7);
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
    V2 track[MAX_ROUTE + 2];
    Params params;
    int runner[2], blocker[2], base;
    bool urgent[2];
    V2 force[PODS][WAYS][8];  // by pod and way that it heads: what a move adds; [FACING]: cosine and sine
};

// How all pairs come nearer. Lane i of [0]: pod i and the next one; of [1]: pod i and the next but
// one, for i of 0 and 1 (2 and 3 hold the same pairs once more).
struct Approach {
    V4 inside[2];    // below zero: they do not touch yet
    V4 nearing[2], speed_2[2], root[2];
    V4 miss[2];      // below zero: no hit within this turn, for sure
    unsigned pairs;  // bits of the others: of [0], then of [1]
};

struct Race {
    V4 x, y, vx, vy;
    alignas(32) double target_x[PODS], target_y[PODS];  // the next checkpoints
    int passed[PODS], shield[PODS];
    M4 finished;

    // A turn with these forces added to the speeds. heavy: bits of pods with a shield of 4.
    INLINE void play(V4 force_x, V4 force_y, unsigned heavy, const Setting& setting) {
        vx += force_x;
        vy += force_y;
        V4 from_x = x, from_y = y;
        const Approach first = approaches();
        if (first.pairs == 0) {
            x += vx;
            y += vy;
        } else {
            collide(first, from_x, from_y, heavy, setting);
        }
        vx = trunc_all(vx * FRICTION);
        vy = trunc_all(vy * FRICTION);
        x = floor_all(x + 0.5);
        y = floor_all(y + 0.5);
        pass_checkpoints(from_x, from_y, finished, setting);
    }

    INLINE Approach approaches() const {
        Approach a;
        const V4 dx[2] = {x - next_pod(x), x - next_but_one(x)}, dy[2] = {y - next_pod(y), y - next_but_one(y)};
        const V4 ux[2] = {next_pod(vx) - vx, next_but_one(vx) - vx};  // the other way round: above zero they come nearer
        const V4 uy[2] = {next_pod(vy) - vy, next_but_one(vy) - vy};
#pragma GCC unroll 2
        for (int k = 0; k < 2; ++k) {
            a.inside[k] = 640000.0 - (dx[k] * dx[k] + dy[k] * dy[k]);
            a.nearing[k] = dx[k] * ux[k] + dy[k] * uy[k];
            a.speed_2[k] = ux[k] * ux[k] + uy[k] * uy[k];
            a.root[k] = a.nearing[k] * a.nearing[k] + a.speed_2[k] * a.inside[k];
            // Too late, for sure: the square of `wait`, not a root and a quotient, is enough to say so.
            const V4 wait = a.nearing[k] - a.speed_2[k];
            const V4 late = a.root[k] * 1.000000001 - wait * absolute(wait);
            a.miss[k] = both(a.inside[k], either(either(a.nearing[k], a.root[k]), late));
        }
        a.pairs = ~(signs_of(a.miss[0]) | signs_of(a.miss[1]) << 4) & 0x3f;
        return a;
    }

    INLINE void collide(Approach next, V4& from_x, V4& from_y, unsigned heavy, const Setting& setting) {
        double left = 1.0;
        for (int hits = 0; left > 0.0 && hits < 1000; ++hits) {
            double time = left;
            const int pair = next.pairs == 0 ? -1 : first_hit(next, time);
            x += vx * time;
            y += vy * time;
            if (pair < 0) return;
            bounce(pair, heavy);
            left -= time;
            if (left > 0.0) {
                const M4 two = lanes(1 << HIGH[pair] | 1 << LOW[pair]);
                pass_checkpoints(from_x, from_y, finished | ~two, setting);
                from_x = choose(two, x, from_x);
                from_y = choose(two, y, from_y);
                next = approaches();
            }
        }
    }

    // The next pair to hit until `time`, by its number in the order of the scan, or -1; sets its time.
    INLINE static int first_hit(const Approach& a, double& time) {
        V4 when[2];
#pragma GCC unroll 2
        for (int k = 0; k < 2; ++k) {
            const V4 none = {}, hit = (a.nearing[k] - root_of(a.root[k])) / a.speed_2[k];
            const M4 apart = a.inside[k] < none;
            when[k] = choose(apart, hit, none);
            when[k] = choose(((M4)a.miss[k] < 0) | (apart & (a.speed_2[k] == none)), all(2.0), when[k]);
        }
        V4 least = smaller(when[0], when[1]);
        least = smaller(least, next_but_one(least));
        least = smaller(least, swap_pairs(least));
        if (least[0] > time) return -1;
        time = least[0];
        return LAST[bits_of(when[0] == least) | (bits_of(when[1] == least) & 3) << 4];
    }

    INLINE void bounce(int pair, unsigned heavy) {
        alignas(32) double at_x[PODS], at_y[PODS], fast_x[PODS], fast_y[PODS];
        *(V4*)at_x = x;
        *(V4*)at_y = y;
        *(V4*)fast_x = vx;
        *(V4*)fast_y = vy;
        const int high = HIGH[pair], low = LOW[pair];
        double nx = at_x[low] - at_x[high], ny = at_y[low] - at_y[high];
        double distance = std::sqrt(nx * nx + ny * ny);
        distance = distance > 0.00001 ? distance : 0.00001;
        nx /= distance;
        ny /= distance;
        double half = nx * (fast_x[high] - fast_x[low]) + ny * (fast_y[high] - fast_y[low]);
        V4 shares = all(1.0);
        if (heavy == 0) {
            half *= 0.5;
        } else {
            shares = choose(lanes(heavy), all(0.1), shares);
            half /= (heavy >> high & 1 ? 0.1 : 1.0) + (heavy >> low & 1 ? 0.1 : 1.0);
        }
        const double impulse = half + (half < MIN_IMPULSE ? MIN_IMPULSE : half);
        const double gap = distance <= 800.0 ? (800.0 - distance) / 2.0 + 0.00001 : 0.0;
        const V4 sign = SIGNS[pair], pushed = impulse * shares;
        vx += sign * (pushed * nx);
        vy += sign * (pushed * ny);
        x += sign * (gap * nx);
        y += sign * (gap * ny);
    }

    // out: pods that cannot pass.
    INLINE void pass_checkpoints(V4 from_x, V4 from_y, M4 out, const Setting& setting) {
        const V4 dx = x - from_x, dy = y - from_y, cx = *(V4*)target_x - from_x, cy = *(V4*)target_y - from_y;
        const V4 reach_x = absolute(dx) + 601.0 - absolute(cx), reach_y = absolute(dy) + 601.0 - absolute(cy);
        const V4 far = either((V4)out, either(reach_x, reach_y));
        if (signs_of(far) == 15) return;
        const V4 length_2 = dx * dx + dy * dy, none = {};
        V4 along = larger(none, smaller(all(1.0), (cx * dx + cy * dy) / length_2));
        along = choose(length_2 > none, along, none);
        const V4 rest_x = cx - along * dx, rest_y = cy - along * dy;
        const unsigned near = bits_of(rest_x * rest_x + rest_y * rest_y < 360000.0) & ~signs_of(far);
        for (unsigned hits = near; hits != 0; hits &= hits - 1) {
            const int pod = __builtin_ctz(hits);
            if (passed[pod] == setting.goal) {
                finished |= lanes(1 << pod);
            } else {
                const V2 next = setting.track[++passed[pod]];
                target_x[pod] = next[0];
                target_y[pod] = next[1];
            }
        }
    }

    // Pairs by number: 3-2, 3-1, 3-0, 2-1, 2-0, 1-0.
    static constexpr int HIGH[6] = {3, 3, 3, 2, 2, 1}, LOW[6] = {2, 1, 0, 1, 0, 0};
    static constexpr V4 SIGNS[6] = {{0, 0, 1, -1}, {0, 1, 0, -1}, {1, 0, 0, -1},
                                    {0, 1, -1, 0}, {1, 0, -1, 0}, {1, -1, 0, 0}};
    static int8_t LAST[64];  // of some pairs, bits as in Approach, the number of the one scanned last

    static void fill_last() {
        constexpr int NUMBER[6] = {5, 3, 0, 2, 4, 1};
        for (int bits = 1; bits < 64; ++bits)
            for (int k = 0; k < 6; ++k)
                if ((bits >> k & 1) != 0 && NUMBER[k] > LAST[bits]) LAST[bits] = NUMBER[k];
    }
};

int8_t Race::LAST[64] = {};

// --- the rating

// Pods in the order of their roles: both runners, both blockers; and the way back.
struct Roles {
    int32_t to[8], back[8];

    explicit Roles(const Setting& s) {
        const int order[PODS] = {s.runner[0], s.runner[1], s.blocker[0], s.blocker[1]};
        for (int k = 0; k < PODS; ++k)
            for (int half = 0; half < 2; ++half) {
                to[2 * k + half] = 2 * order[k] + half;
                back[2 * order[k] + half] = 2 * k + half;
            }
    }

    static INLINE V4 moved(V4 v, const int32_t* order) {
#if defined(__AVX2__)
        return (V4)_mm256_permutevar8x32_epi32((__m256i)v, _mm256_loadu_si256((const __m256i*)order));
#else
        return V4{v[order[0] / 2], v[order[2] / 2], v[order[4] / 2], v[order[6] / 2]};
#endif
    }
};

// If nobody is home and no blocker runs: all scores at once, by pod.
INLINE V4 rate_quickly(const Race& race, const V2* const* heads, const Setting& s, const Roles& roles) {
    const Params& q = s.params;
    const auto sorted = [&](V4 v) { return Roles::moved(v, roles.to); };
    const V4 x = sorted(race.x), y = sorted(race.y), vx = sorted(race.vx), vy = sorted(race.vy);
    const V4 tx = sorted(*(const V4*)race.target_x), ty = sorted(*(const V4*)race.target_y);
    const int a = s.runner[0], b = s.runner[1], c = s.blocker[0], d = s.blocker[1];
    V4 cosine, sine, after_x, after_y;
    part(heads[a] + FACING, heads[b] + FACING, heads[c] + FACING, heads[d] + FACING, cosine, sine);
    const V2 *const next_a = s.track + race.passed[a] + 1, *const next_b = s.track + race.passed[b] + 1;
    part(next_a, next_b, next_a, next_b, after_x, after_y);
    // runners: to the next checkpoint and the one after it; blockers: to the place where they wait, and
    // to the rival runner
    const V4 wait_x = x + q.ahead * (tx - x), wait_y = y + q.ahead * (ty - y);
    const V4 dx = SHUFFLE(tx, wait_x, 0, 1, 5, 4) - x, dy = SHUFFLE(ty, wait_y, 0, 1, 5, 4) - y;
    const V4 ex = SHUFFLE(after_x, x, 0, 1, 5, 4) - x, ey = SHUFFLE(after_y, y, 0, 1, 5, 4) - y;
    const V4 length = root_of(dx * dx + dy * dy), beyond = root_of(ex * ex + ey * ey) + 1.0;
    const V4 distance = length + 1.0;
    const V4 fast = dx * vx + dy * vy, facing = dx * cosine + dy * sine;
    const V4 mixed_x = SHUFFLE(vx, cosine, 0, 1, 6, 7), mixed_y = SHUFFLE(vy, sine, 0, 1, 6, 7);
    const V4 further = ex * mixed_x + ey * mixed_y;
    const V4 terms = SHUFFLE(q.speed * fast, q.facing * facing, 0, 1, 4, 5) / SHUFFLE(distance, distance, 0, 1, 0, 1);
    const V4 share = all(1.0) - distance / q.near;
    const V4 last = SHUFFLE(share * q.after_next * further, further, 0, 1, 6, 7) / beyond;
    const V4 passed = {double(race.passed[a] - s.base), double(race.passed[b] - s.base), 0.0, 0.0};
    const V4 goals = {double(race.passed[a]), double(race.passed[b]), 0.0, 0.0};
    const V4 is_next = choose((distance < q.near) & (goals < double(s.goal)), last, V4{});
    const V4 points = q.checkpoint * passed - distance + terms + SHUFFLE(terms, terms, 2, 3, 0, 1) + is_next;
    const V4 stand = q.aim * last - q.distance * length;
    const V4 own = SHUFFLE(points, stand, 0, 1, 6, 7), other = SHUFFLE(own, own, 3, 2, 1, 0);
    const V4 first = own - V4{q.evade, q.evade, q.hinder, q.hinder} * other;
    const V4 scores = SHUFFLE(first - q.rival * swap_pairs(own), first, 0, 1, 6, 7);
    return Roles::moved(scores, roles.back);
}

double progress(const Race& race, int pod, V2 head, const Setting& setting) {
    const Params& q = setting.params;
    const int passed = race.passed[pod];
    if (race.finished[pod] != 0) return q.checkpoint * (passed + 1 - setting.base);
    const V2 place = {race.x[pod], race.y[pod]}, speed = {race.vx[pod], race.vy[pod]};
    const V2 d = setting.track[passed] - place, dd = d * d, dv = d * speed, dh = d * head;
    const double distance = std::sqrt(dd[0] + dd[1]) + 1.0;
    double points = q.checkpoint * (passed - setting.base) - distance;
    points += q.speed * (dv[0] + dv[1]) / distance;
    points += q.facing * (dh[0] + dh[1]) / distance;
    if (distance < q.near && passed < setting.goal) {
        const V2 e = setting.track[passed + 1] - place, ee = e * e, ev = e * speed;
        const double beyond = std::sqrt(ee[0] + ee[1]) + 1.0;
        points += (1.0 - distance / q.near) * q.after_next * (ev[0] + ev[1]) / beyond;
    }
    return points;
}

double guard(const Race& race, int pod, int runner, V2 head, const Setting& setting) {
    const Params& q = setting.params;
    const V2 place = {race.x[pod], race.y[pod]}, rival = {race.x[runner], race.y[runner]};
    const V2 d = rival + q.ahead * (setting.track[race.passed[runner]] - rival) - place, dd = d * d;
    const V2 f = rival - place, ff = f * f, fh = f * head;
    const double facing = (fh[0] + fh[1]) / (std::sqrt(ff[0] + ff[1]) + 1.0);
    return q.aim * facing - q.distance * std::sqrt(dd[0] + dd[1]);
}

V4 rate_slowly(const Race& race, const V2* const* heads, const Setting& s) {
    double gain[2], stand[2] = {0.0, 0.0};
    V4 scores = {};
    const auto head = [&](int pod) { return heads[pod][FACING]; };
    for (int p = 0; p < 2; ++p) {
        const int own = s.runner[p], other = s.blocker[p];
        gain[p] = progress(race, own, head(own), s);
        if (!s.urgent[p]) stand[p] = guard(race, other, s.runner[1 - p], head(other), s);
    }
    for (int p = 0; p < 2; ++p) {
        const int other = s.blocker[p];
        const double own = gain[p] - s.params.evade * stand[1 - p];
        scores[s.runner[p]] = own - s.params.rival * gain[1 - p];
        scores[other] =
            s.urgent[p] ? progress(race, other, head(other), s) : stand[p] - s.params.hinder * gain[1 - p];
    }
    return scores;
}

// heads: by pod, `force` of the way that it heads.
INLINE V4 rate(const Race& race, const V2* const* heads, const Setting& s, const Roles& roles) {
    if (s.urgent[0] || s.urgent[1] || bits_of(race.finished) != 0) return rate_slowly(race, heads, s);
    return rate_quickly(race, heads, s, roles);
}

// The start of a search: the number of moves at each root.
int count_moves(const Race& race, const Setting& setting, int index) {
    const int rival = 2 - index / 2 * 2;
    for (int other = rival; other < rival + 2; ++other) {
        const double dx = race.x[other] - race.x[index], dy = race.y[other] - race.y[index];
        const double vx = race.vx[other] - race.vx[index], vy = race.vy[other] - race.vy[index];
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
    // The next throws of six; and where one stands that used them to there.
    INLINE const uint8_t* sixes() const { return sixes_ + next_; }
    INLINE void used(const uint8_t* end) { next_ = end - sixes_; }
    static constexpr int EDGE = PODS * MAX_DEPTH;

   private:
    static constexpr int SIZE = 512, LEAP = 8;

    void refill() {
        int end = 0;
        for (; next_ < end_; ++next_, ++end) {
            throws_[end] = throws_[next_];
            sixes_[end] = sixes_[next_];
        }
        for (int round = 0; round < SIZE / LEAP; ++round, end += LEAP)
            for (int i = 0; i < LEAP; ++i) {
                throws_[end + i] = streams_[i] >> 17 & 0x7fffffff;
                sixes_[end + i] = (uint64_t{throws_[end + i]} * 6) >> 31;
                streams_[i] = streams_[i] * leap_factor_ + leap_term_;
            }
        next_ = 0;
        end_ = end;
    }

    uint64_t streams_[LEAP], leap_factor_ = 1, leap_term_ = 0;  // bits above 48 do not matter
    int next_ = 0, end_ = 0;
    uint32_t throws_[EDGE + SIZE];
    uint8_t sixes_[EDGE + SIZE];
};

// --- Smitsimax

constexpr double UNTRIED = 1.0e300;
constexpr unsigned SIZE = 128;     // bytes of a block; a block is named by the bytes before it
constexpr unsigned OUTSIDE = 0;    // the block in which a unit is that has left its tree
constexpr unsigned SEEN = SIZE;    // in the place of a child's block: visited, but none of its own yet
constexpr unsigned VISIT = 16;     // visits are counted by the bytes of their roots in a table

// A node below the roots: its visits, and its children.
struct alignas(SIZE) Block {
    double mean[SHIELD_MOVE], share[SHIELD_MOVE];  // UNTRIED and 0 before the first visit; 1 / sqrt(visits)
    uint32_t child[SHIELD_MOVE];                   // its block, SEEN, or 0
    uint32_t visits, step;                         // step: what a visit adds to them, 0 OUTSIDE
};
static_assert(sizeof(Block) == SIZE, "two cache lines");

struct alignas(64) Root {
    double mean[8], share[8];  // -INFINITY where there is no child
    uint32_t child[8];
};

class Forest {
   public:
    explicit Forest(const Setting& setting) : roles_(setting) {
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
        int slots = PODS;
        for (int u = 0; u < PODS; ++u) {
            moves_[u] = count_moves(start, setting, u);
            slots += moves_[u];
            for (int move = 0; move < 8; ++move) {
                root_[u].mean[move] = move < moves_[u] ? UNTRIED : -INFINITY;
                root_[u].share[move] = 0.0;
                root_[u].child[move] = 0;
            }
        }
        lowest_ = all(1e300);
        highest_ = all(-1e300);
        *(V4*)scale_ = V4{};
        ready_ = 0;
        prepare(64);
        blocks_[0].visits = blocks_[0].step = 0;  // OUTSIDE
        used_ = SEEN + SIZE;
        most_ = used_ + (POOL - slots) / SHIELD_MOVE * SIZE;
        iterations_ = 0;
        for (int step = 0; step < MAX_DEPTH; ++step) {
            still_[step] = 0;
            for (int u = 0; u < PODS; ++u) still_[step] |= (start.shield[u] > step) << u;
        }
        heavy_ = 0;
        for (int u = 0; u < PODS; ++u) heavy_ |= (start.shield[u] == 4) << u;
    }

    void iterate(const Race& start, const Setting& setting, Dice& dice) {
        if (__builtin_expect(used_ + PODS * MAX_DEPTH * SIZE <= most_, 1)) {
            play<false>(start, setting, dice);
        } else {
            play<true>(start, setting, dice);
        }
    }

    void print_roots() const {
        for (int u = 0; u < PODS; ++u) {
            for (int m = 0; m < moves_[u]; ++m)
                std::printf("%.0f %.17g ", visits(root_[u].share[m]), root_[u].share[m] > 0.0 ? root_[u].mean[m] : 0.0);
            std::printf("\n");
        }
    }

   private:
    static constexpr int BLOCKS = POOL / SHIELD_MOVE + 2 * PODS * MAX_DEPTH;

    // Of n visits: sqrt(ln n), and 1 / sqrt(n + 1).
    struct Roots {
        double of_log, share;
    };
    static_assert(sizeof(Roots) == VISIT, "visits are counted by it");

    // From a way's forces to those of the way after a move, in bytes.
    static constexpr int64_t LEAPS[8] = {0, -128, 128, 0, -128, 128, 0, 0};

    // The visits that have this share.
    static double visits(double share) { return share == 0.0 ? 0.0 : std::round(1.0 / (share * share)); }

    // An iteration. IS_FULL: there may be no room for new blocks.
    template <bool IS_FULL>
    __attribute__((noinline)) void play(const Race& start, const Setting& setting, Dice& dice) {
        const int depth = setting.params.depth;
        const unsigned random_visits = setting.params.random_visits * VISIT;
        dice.hold(Dice::EDGE);
        if (__builtin_expect(ready_ < static_cast<int>(used_ / SIZE) + PODS * MAX_DEPTH, 0)) prepare(PODS * MAX_DEPTH);
        if (__builtin_expect(iterations_ + 2 >= static_cast<int>(roots_.size()), 0)) extend(2 * roots_.size());
        const char* const roots = (const char*)roots_.data();
        char* const blocks = (char*)blocks_;
        unsigned used = used_, child[PODS];
        double* means[MAX_DEPTH][PODS];  // of the moves chosen
        alignas(32) double shares[MAX_DEPTH][PODS];
        const char* force[PODS];         // of all moves, by the way
        bool is_stuck[PODS] = {};
        Race race = start;
        unsigned shields = 0, heavy = heavy_;
        const V2* pushes[PODS];
        const double width = roots_[iterations_].of_log;
        for (int u = 0; u < PODS; ++u) {
            Root& root = root_[u];
            int move = best(*(const V4*)root.mean, *(const V4*)(root.mean + 4), *(const V4*)root.share,
                            *(const V4*)(root.share + 4), scale_[u] * width);
            if (iterations_ < setting.params.random_visits) move = dice.draw(moves_[u]);
            shields |= (move == SHIELD_MOVE) << u;
            means[0][u] = root.mean + move;
            const V2* const from = setting.force[u][MAX_DEPTH];
            pushes[u] = from + move;
            force[u] = (const char*)from + LEAPS[move];
            child[u] = go_on<IS_FULL>(root.child + move, VISIT, used, is_stuck[u]);
        }
        heavy |= shields;
        const uint8_t* sixes = dice.sixes();
        int share_at = 8;  // doubles from a mean to its share; of roots
        for (int step = 0;;) {
            turn(race, pushes, heavy, still_[step] | (step > 0 && step <= 3 ? shields : 0), setting);
            if (++step == depth) break;
            heavy = 0;
            const auto pick = [&](auto is_last) {
#pragma GCC unroll 4
                for (int u = 0; u < PODS; ++u) {
                    Block* const block = (Block*)(blocks + child[u]);
                    const unsigned tries = block->visits;
                    const Roots root = *(const Roots*)(roots + tries);
                    block->visits = tries + block->step;
                    double* const last = means[step - 1][u] + share_at;
                    double share = root.share;
                    if (IS_FULL && is_stuck[u]) share = 1.0 / std::sqrt(visits(*last) + 1.0);
                    *last = shares[step - 1][u] = share;
                    const int found = best(*(const V4*)block->mean, *(const V2*)(block->mean + 4),
                                           *(const Loose4*)block->share, *(const V2*)(block->share + 4),
                                           scale_[u] * root.of_log);
                    const bool is_random = tries < random_visits;
                    const int thrown = *sixes;
                    sixes += is_random;
                    const size_t move = is_random ? thrown : found;
                    means[step][u] = block->mean + move;
                    pushes[u] = (const V2*)force[u] + move;
                    force[u] += LEAPS[move];
                    if (!is_last) child[u] = go_on<IS_FULL>(block->child + move, block->step, used, is_stuck[u]);
                }
            };
            if (step + 1 == depth) {
                pick(std::true_type());
            } else {
                pick(std::false_type());
            }
            share_at = SHIELD_MOVE;
        }
        dice.used(sixes);
        used_ = used;
        // the last moves have no blocks that tell their visits
        double* const* const ends = means[depth - 1];
        const V4 share = {ends[0][share_at], ends[1][share_at], ends[2][share_at], ends[3][share_at]}, none = {};
        const V4 seen = choose(share > none, floor_all(all(1.0) / (share * share) + 0.5), none);
        *(V4*)shares[depth - 1] = all(1.0) / root_of(seen + 1.0);
        for (int u = 0; u < PODS; ++u) ends[u][share_at] = shares[depth - 1][u];
        const V2* heads[PODS];
        for (int u = 0; u < PODS; ++u) heads[u] = (const V2*)force[u];
        const V4 scores = rate(race, heads, setting, roles_);
        lowest_ = smaller(scores, lowest_);
        highest_ = larger(scores, highest_);
        *(V4*)scale_ = setting.params.exploration * larger(highest_ - lowest_, all(1e-9));
        for (int step = 0; step < depth; ++step) {
            const V4 share = *(V4*)shares[step], weight = share * share;
            alignas(32) double kept[PODS], added[PODS];
            *(V4*)kept = all(1.0) - weight;
            *(V4*)added = scores * weight;
            for (int u = 0; u < PODS; ++u) *means[step][u] = *means[step][u] * kept[u] + added[u];
        }
        ++iterations_;
    }

    // The block behind a move, which begins with the second visit. step: 0 OUTSIDE.
    template <bool IS_FULL>
    INLINE unsigned go_on(uint32_t* place, unsigned step, unsigned& used, bool& is_stuck) {
        const unsigned there = *place;
        bool is_new = there == SEEN;
        if (IS_FULL) {
            is_stuck = is_new && used >= most_;
            is_new = is_new && !is_stuck;
        }
        const unsigned next = is_new ? used : there;
        used += is_new ? SIZE : 0;
        *place = next == 0 ? step * (SEEN / VISIT) : next;
        if (IS_FULL && is_stuck) return OUTSIDE;
        __builtin_prefetch((char*)blocks_ + next);
        __builtin_prefetch((char*)blocks_ + next + 64);
        return next;
    }

    // Plays the race's next turn. still: pods whose engines are dead.
    static INLINE void turn(Race& race, const V2* const* pushes, unsigned heavy, unsigned still, const Setting& setting) {
        V4 force_x, force_y;
        part(pushes[0], pushes[1], pushes[2], pushes[3], force_x, force_y);
        const M4 pushed = ~lanes(still);
        race.play((V4)((M4)force_x & pushed), (V4)((M4)force_y & pushed), heavy, setting);
    }

    // The first move with the largest bound.
    static INLINE int best(V4 mean, V4 mean_2, V4 share, V4 share_2, double width) {
        const V4 low = mean + width * share, high = mean_2 + width * share_2;
        V4 most = larger(low, high);
        most = larger(most, next_but_one(most));
        most = larger(most, swap_pairs(most));
        return __builtin_ctz(bits_of(low == most) | bits_of(high == most) << 4);
    }
    static INLINE int best(V4 mean, V2 mean_2, V4 share, V2 share_2, double width) {
#if defined(__AVX2__)
        const __m256d low = mean + width * share;
        const __m128d high = mean_2 + width * share_2;
        __m128d most = _mm_max_pd(high, _mm_max_pd(_mm256_castpd256_pd128(low), _mm256_extractf128_pd(low, 1)));
        most = _mm_max_pd(most, _mm_permute_pd(most, 1));
        const int later = _mm_movemask_pd(_mm_cmpeq_pd(high, most)) << 4;
        return __builtin_ctz(_mm256_movemask_pd(_mm256_cmp_pd(low, _mm256_broadcastsd_pd(most), _CMP_EQ_OQ)) | later);
#else
        return best(mean, SHUFFLE(mean_2, mean_2, 0, 1, 0, 1), share, SHUFFLE(share_2, share_2, 0, 1, 0, 1), width);
#endif
    }

    void extend(size_t size) {
        for (size_t n = roots_.size(); n < size; ++n)
            roots_.push_back({n ? std::sqrt(std::log(static_cast<double>(n))) : 0.0, 1.0 / std::sqrt(n + 1.0)});
    }

    // Empties the next blocks, whose nodes have been visited once.
    void prepare(int count) {
        static const Block empty = {{UNTRIED, UNTRIED, UNTRIED, UNTRIED, UNTRIED, UNTRIED}, {}, {}, VISIT, VISIT};
        for (; count > 0 && ready_ < BLOCKS; --count) blocks_[ready_++] = empty;
    }

    Block* blocks_;
    std::vector<Roots> roots_;
    Root root_[PODS];
    unsigned used_ = 0, most_ = 0;
    int ready_ = 0, iterations_ = 0;
    int moves_[PODS];
    unsigned still_[MAX_DEPTH], heavy_;
    V4 lowest_, highest_;
    alignas(32) double scale_[PODS];
    Roles roles_;
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
    for (int i = 0; i < PODS; ++i) {
        race.x[i] = read_number();
        race.y[i] = read_number();
        race.vx[i] = read_number();
        race.vy[i] = read_number();
        heading[i] = read_number();
        race.passed[i] = read_int();
        race.shield[i] = read_int();
        read_int();  // whether it has boosted
        race.finished[i] = read_int() != 0 ? -1 : 0;
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
        race.target_x[i] = setting.track[race.passed[i]][0];
        race.target_y[i] = setting.track[race.passed[i]][1];
        for (int way = 0; way < WAYS; ++way) {
            const double head = heading[i] + static_cast<double>(way - MAX_DEPTH) * MAX_TURN;
            setting.force[i][way][FACING] = V2{std::cos(head), std::sin(head)};
        }
        for (int way = 0; way < WAYS; ++way)
            for (int move = 0; move < FACING; ++move) {
                const int to = way + TURNS[move];
                const bool is_pushed = move < THRUSTS && to >= 0 && to < WAYS;
                setting.force[i][way][move] = is_pushed ? setting.force[i][to][FACING] * 200.0 : V2{0.0, 0.0};
            }
    }
    return static_cast<uint64_t>(read_number());
}

// Seconds of processor time: what others do on this machine does not count.
double now() {
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec + 1e-9 * time.tv_nsec;
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
                V4 force_x, force_y;
                part(force[0], force[1], force[2], force[3], force_x, force_y);
                race.play(force_x, force_y, heavy, setting);
            }
            sum += race.x[0];
        }
    }
    std::printf("turns_per_second %.0f check %.0f\n", turns / (now() - begin), sum);
}

void measure_search(const Race& start, const Setting& setting, Dice& dice, double seconds) {
    Forest forest(setting);
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
    Race::fill_last();
    const std::string what = argv[1];
    if (what == "turns") {
        measure_turns(race, setting, dice, std::atof(argv[2]));
    } else if (what == "search") {
        measure_search(race, setting, dice, std::atof(argv[2]));
    } else if (what == "count") {
        Forest forest(setting);
        forest.plant(race, setting);
        for (int k = 0; k < std::atoi(argv[2]); ++k) forest.iterate(race, setting, dice);
        forest.print_roots();
    } else {
        std::fprintf(stderr, "csb: expected turns, search or count, got %s\n", what.c_str());
        return 2;
    }
    return 0;
}
