// Flood fill and Voronoi on a grid with a border, by hand: the work of benchmarks/grid_limit.py, number for number.
//
//   grid flood|voronoi N     seconds of processor time of N rounds, then the sum of what they found
//
// On stdin: the free cells, row by row (1: free), then the starts of the players.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace {

constexpr int WIDTH = 32, CELLS = WIDTH * 22, PLAYERS = 4, WAYS[4] = {1, -1, WIDTH, -WIDTH};

int64_t is_free[CELLS], starts[PLAYERS], queue[CELLS], owner[CELLS];

int64_t flood(int64_t start) {
    int64_t count = 1;
    for (int cell = 0; cell < CELLS; ++cell) owner[cell] = -1;
    queue[0] = start, owner[start] = 0;
    for (int64_t at = 0; at < count; ++at)
        for (int way = 0; way < 4; ++way) {
            const int64_t next = queue[at] + WAYS[way];
            if (is_free[next] && owner[next] < 0) owner[next] = owner[queue[at]] + 1, queue[count++] = next;
        }
    return count + owner[queue[count - 1]];
}

int64_t voronoi(int64_t first) {
    int64_t count = 0, sizes[PLAYERS] = {};
    for (int cell = 0; cell < CELLS; ++cell) owner[cell] = -1;
    for (int player = 0; player < PLAYERS; ++player) {
        const int64_t who = (first + player) % PLAYERS;
        if (owner[starts[who]] < 0) owner[starts[who]] = who, queue[count++] = starts[who];
    }
    for (int64_t at = 0; at < count; ++at) {
        const int64_t who = owner[queue[at]];
        ++sizes[who];
        for (int way = 0; way < 4; ++way) {
            const int64_t next = queue[at] + WAYS[way];
            if (is_free[next] && owner[next] < 0) owner[next] = who, queue[count++] = next;
        }
    }
    return sizes[0] * 3 + sizes[1] * 2 + sizes[2];
}

}  // namespace

int main(int, char **words) {
    for (int64_t &one : is_free) std::scanf("%ld", &one);
    for (int64_t &one : starts) std::scanf("%ld", &one);
    const bool is_flood = !std::strcmp(words[1], "flood");
    const int rounds = std::atoi(words[2]);
    int64_t sum = 0;
    const std::clock_t began = std::clock();
    for (int round = 0; round < rounds; ++round) sum += is_flood ? flood(starts[round % PLAYERS]) : voronoi(round % PLAYERS);
    std::printf("%.9f\n%ld\n", static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC, sum);
}
