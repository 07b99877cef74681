// The speed limit for Olymbits: one update of the four mini-games for three players, by hand in C++.
//
// The same work as bots/olymbits/{minigames,rules}.py, in the layout that a C++ author would choose:
// small integers, one struct of about 130 bytes, tables of bytes, everything inlined.
//
//   g++ -O3 -march=native -std=c++17 olymbits.cpp -o olymbits
//   olymbits updates SECONDS < state    UPDATES updates of random moves from the state, again and again,
//                                       for so much processor time
//   olymbits count N < state            N times that; prints a checksum, to be held against Python's
//
// state: numbers in the order that read_state reads them (benchmarks/olymbits_limit.py writes them).

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

namespace {

constexpr int PLAYERS = 3;
constexpr int UPDATES = 12;
enum { HURDLES, ARCHERY, SKATING, DIVING, GAMES };
enum { RUNNING, OVER, DUE };

constexpr int8_t LEAPS[32] = {2, 2, 1, 3, 2, 5, 5, 5, 6, 6, 1, 6, 6, 5, 5, 5,
                              2, 2, 1, 7, 2, 5, 5, 5, 6, 6, 1, 6, 6, 5, 5, 5};
constexpr int8_t GLIDES[4] = {1, 2, 2, 3};
constexpr int8_t RISKS[20] = {0, 0, 1, 2, 0, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 5, 3, 4, 5, 6};

constexpr int8_t EAST[4] = {0, 0, -1, 1}, SOUTH[4] = {-1, 1, 0, 0};

struct Run {
    int64_t code;
    int8_t phase, left;
    int8_t first[PLAYERS], second[PLAYERS];
};

struct Match {
    Run runs[GAMES];
    int8_t places[4];  // of the actions in the skating order
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

bool skate(Run& run, const int8_t* places, const int* moves) {
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
        run.second[p] = static_cast<int8_t>(risk >= 5 ? -2 : risk);
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
            case SKATING: is_over = skate(runs[game], match.places, moves); break;
            default: is_over = dive(runs[game], moves);
        }
        if (is_over) award(match, game);
    }
}

// --- the program

long read_number() {
    long value;
    if (std::scanf("%ld", &value) != 1) {
        std::fprintf(stderr, "olymbits: the state ends too early\n");
        std::exit(2);
    }
    return value;
}

void read_state(Match& match, Dice& dice) {
    std::memset(&match, 0, sizeof match);
    for (Run& run : match.runs) {
        run.code = read_number();
        run.left = static_cast<int8_t>(read_number());
        for (int p = 0; p < PLAYERS; ++p) run.first[p] = static_cast<int8_t>(read_number());
        for (int p = 0; p < PLAYERS; ++p) run.second[p] = static_cast<int8_t>(read_number());
    }
    for (int8_t& place : match.places) place = static_cast<int8_t>(read_number());
    dice.state = static_cast<uint64_t>(read_number());
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
        std::fprintf(stderr, "usage: olymbits updates SECONDS | count N\n");
        return 2;
    }
    Match match;
    Dice dice;
    read_state(match, dice);
    const std::string what = argv[1];
    if (what == "count") {
        std::printf("%ld\n", play(match, dice, std::atol(argv[2])));
        return 0;
    }
    const double seconds = std::atof(argv[2]), begin = processor_time();
    long updates = 0, sum = 0;
    while (processor_time() - begin < seconds) {
        sum += play(match, dice, 1000);
        updates += 1000 * UPDATES;
    }
    const double took = processor_time() - begin;
    std::printf("updates/s %.0f checksum %ld\n", static_cast<double>(updates) / took, sum);
    return 0;
}
