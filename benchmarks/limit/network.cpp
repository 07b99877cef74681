// A value network 235 -> 256 -> 1 by hand: the same work as benchmarks/network_limit.py, number for
// number. A position has 40 inputs on; each of its 9 children changes 5 of them and is scored. What
// the subset cannot say: AVX-512 and AVX2 by intrinsics, above all vpmaddwd, which multiplies 16 bits
// and adds in pairs; a position's sums stay in registers for all its children; that every other
// change goes off is known here. Weights of 8 bits in places of 16 need no widening: 1.16 times as
// fast as places of 8, although the cache holds half as many.
//
//   network count N     the sum of all scores of N positions
//   network time S      positions a second of processor time, for about S seconds
//
// On stdin: the weights of all columns, the last weights, the inputs of each start, the changes of
// each step (an input that goes on, or ~an input that goes off). A test changes TOP by -D and sees the
// check fail.

#include <ctime>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <immintrin.h>

constexpr int INPUTS = 235, LANES = 256, ON = 40, CHILDREN = 9, CHANGED = 5, LISTS = 256;
#ifndef TOP
#define TOP 255  // an output is a sum cut to 0..TOP
#endif

// As many lanes of 16 bits as a register holds.
#ifdef __AVX512BW__
typedef __m512i Lanes;
static Lanes cut(Lanes a) {
    return _mm512_min_epi16(_mm512_max_epi16(a, Lanes{}), _mm512_set1_epi16(TOP));
}
static Lanes add(Lanes a, Lanes b) { return _mm512_add_epi16(a, b); }
static Lanes take(Lanes a, Lanes b) { return _mm512_sub_epi16(a, b); }
static Lanes sum_products(Lanes total, Lanes a, Lanes b) {
    return _mm512_add_epi32(total, _mm512_madd_epi16(a, b));
}
#else
typedef __m256i Lanes;
static Lanes cut(Lanes a) {
    return _mm256_min_epi16(_mm256_max_epi16(a, Lanes{}), _mm256_set1_epi16(TOP));
}
static Lanes add(Lanes a, Lanes b) { return _mm256_add_epi16(a, b); }
static Lanes take(Lanes a, Lanes b) { return _mm256_sub_epi16(a, b); }
static Lanes sum_products(Lanes total, Lanes a, Lanes b) {
    return _mm256_add_epi32(total, _mm256_madd_epi16(a, b));
}
#endif
constexpr int WIDTH = sizeof(Lanes) / 2, PARTS = LANES / WIDTH;

alignas(64) static int16_t columns[INPUTS][LANES];
alignas(64) static int16_t last[LANES];
static int16_t starts[LISTS][ON], steps[LISTS][CHANGED];

static Lanes part_of(const int16_t *lanes, int part) { return ((const Lanes *)lanes)[part]; }

static int64_t think(int64_t count) {
    int64_t total = 0;
    unsigned at = 0;
    for (int64_t position = 0; position < count; position++) {
        Lanes sums[PARTS] = {};
        for (int input : starts[position % LISTS])
            for (int part = 0; part < PARTS; part++)
                sums[part] = add(sums[part], part_of(columns[input], part));
        for (int child = 0; child < CHILDREN; child++) {
            const int16_t *step = steps[at++ % LISTS], *changed[CHANGED];
            for (int change = 0; change < CHANGED; change++)
                changed[change] = columns[change % 2 ? ~step[change] : step[change]];
            Lanes score = {};
            for (int part = 0; part < PARTS; part++) {
                Lanes sum = sums[part];
                for (int change = 0; change < CHANGED; change++) {
                    Lanes weights = part_of(changed[change], part);
                    sum = change % 2 ? take(sum, weights) : add(sum, weights);
                }
                score = sum_products(score, cut(sum), part_of(last, part));
            }
            int32_t sums_of_two[WIDTH / 2];
            std::memcpy(sums_of_two, &score, sizeof score);
            for (int one : sums_of_two) total += one;
        }
    }
    return total;
}

int main(int, char **arguments) {
    auto read = [](auto &place) {
        int value;
        if (std::scanf("%d", &value) != 1) std::abort();
        place = value;
    };
    for (auto &column : columns)
        for (auto &weight : column) read(weight);
    for (auto &weight : last) read(weight);
    for (auto &start : starts)
        for (auto &place : start) read(place);
    for (auto &step : steps)
        for (auto &place : step) read(place);
    double amount = std::atof(arguments[2]);
    if (!std::strcmp(arguments[1], "count")) {
        std::printf("%lld\n", (long long)think((int64_t)amount));
        return 0;
    }
    auto began = std::clock();
    int64_t done = 0, kept = 0;
    double seconds = 0;
    while (seconds < amount) {
        kept ^= think(1000);
        done += 1000;
        seconds = double(std::clock() - began) / CLOCKS_PER_SEC;
    }
    std::printf("%.0f %lld\n", done / seconds, (long long)kept);
}
