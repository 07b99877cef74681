// The speed limit for Coders Strike Back: the bot's turn and its whole Smitsimax, written by hand in C++.
//
// The same work as bots/csb/{rules,search}.py and common/search/smitsimax.py, in the layout that a C++
// author would choose: nodes as one array of 24-byte structs, rules inlined, doubles.
//
//   g++ -O3 -march=native -std=c++17 csb.cpp -o csb
//   csb turns SECONDS < state     random moves, the race set back every DEPTH turns
//   csb search SECONDS < state    planting a new forest and searching 75 ms, again and again
//   csb count N < state           N iterations; prints every root's visits, to be held against Python's
//
// state: numbers in the order that read_state reads them (benchmarks/csb_limit.py writes them).

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr int PODS = 4;
constexpr int MAX_DEPTH = 16;
constexpr int MAX_ROUTE = 25;
constexpr int POOL = 4'000'000;
constexpr double MAX_TURN = M_PI / 10.0;
constexpr double TURNS[7] = {0, -MAX_TURN, MAX_TURN, 0, -MAX_TURN, MAX_TURN, 0};
constexpr double THRUSTS[7] = {200, 200, 200, 0, 0, 0, 0};
constexpr int SHIELD_MOVE = 6;

struct Pod {
    double x, y, vx, vy, heading;
    int passed, shield;
    bool boosted, finished;
};

struct Race {
    int turn;
    Pod pods[PODS];
    int idle[2];
};

struct Track {
    int count, goal;
    double x[MAX_ROUTE], y[MAX_ROUTE];
};

struct Params {
    double checkpoint, speed, after_next, near, facing, rival, evade, hinder, distance, aim, ahead;
    double shield_reach;
    int panic, depth;
    double random_visits, exploration;
};

struct Setting {
    Track track;
    Params params;
    int runner[2], blocker[2], base, now;
    bool urgent[2];
};

struct Dice {
    uint64_t state;
    int draw(int count) {
        state = (state * 25214903917ULL + 11) & ((1ULL << 48) - 1);
        return static_cast<int>(((state >> 17) * static_cast<unsigned>(count)) >> 31);
    }
};

// --- the rules

bool hit_within(const Pod& a, const Pod& b, double left, double& when) {
    const double px = b.x - a.x, vx = b.vx - a.vx;
    if (std::fabs(px) - std::fabs(vx) > 801.0) return false;
    const double py = b.y - a.y, vy = b.vy - a.vy;
    const double apart = px * px + py * py - 640000.0;
    if (apart <= 0.0) {
        when = 0.0;
        return true;
    }
    const double approach = px * vx + py * vy;
    if (approach > 0.0) return false;
    const double speed_2 = vx * vx + vy * vy;
    const double root = approach * approach - speed_2 * apart;
    if (root < 0.0 || speed_2 == 0.0) return false;
    when = (-approach - std::sqrt(root)) / speed_2;
    return when <= left;
}

void bounce(Pod& a, Pod& b) {
    double nx = b.x - a.x, ny = b.y - a.y;
    const double distance = std::fmax(std::sqrt(nx * nx + ny * ny), 0.00001);
    nx /= distance;
    ny /= distance;
    const double share_a = a.shield == 4 ? 0.1 : 1.0, share_b = b.shield == 4 ? 0.1 : 1.0;
    const double half = (nx * (a.vx - b.vx) + ny * (a.vy - b.vy)) / (share_a + share_b);
    const double impulse = half + (half < 120.0 ? 120.0 : half);
    a.vx -= impulse * share_a * nx;
    a.vy -= impulse * share_a * ny;
    b.vx += impulse * share_b * nx;
    b.vy += impulse * share_b * ny;
    if (distance <= 800.0) {
        const double gap = (800.0 - distance) / 2.0 + 0.00001;
        a.x -= gap * nx;
        a.y -= gap * ny;
        b.x += gap * nx;
        b.y += gap * ny;
    }
}

void pass_checkpoint(Pod& pod, int& idle, const Track& track, double from_x, double from_y) {
    if (pod.finished) return;
    const double dx = pod.x - from_x;
    double cx = track.x[pod.passed] - from_x;
    if (std::fabs(cx) - std::fabs(dx) > 601.0) return;
    const double dy = pod.y - from_y;
    double cy = track.y[pod.passed] - from_y;
    const double length_2 = dx * dx + dy * dy;
    double along = 0.0;
    if (length_2 > 0.0) along = std::fmax(0.0, std::fmin(1.0, (cx * dx + cy * dy) / length_2));
    cx -= along * dx;
    cy -= along * dy;
    if (cx * cx + cy * cy >= 360000.0) return;
    idle = 0;
    if (pod.passed == track.goal) {
        pod.finished = true;
    } else {
        ++pod.passed;
    }
}

void play(Race& race, const Track& track, const int* moves) {
    double from_x[PODS], from_y[PODS];
    ++race.turn;
    ++race.idle[0];
    ++race.idle[1];
    for (int i = 0; i < PODS; ++i) {
        Pod& pod = race.pods[i];
        pod.heading += TURNS[moves[i]];
        if (moves[i] == SHIELD_MOVE) pod.shield = 4;
        if (pod.shield == 0) {
            pod.vx += std::cos(pod.heading) * THRUSTS[moves[i]];
            pod.vy += std::sin(pod.heading) * THRUSTS[moves[i]];
        }
        from_x[i] = pod.x;
        from_y[i] = pod.y;
    }
    double left = 1.0;
    for (int hits = 0; left > 0.0 && hits < 1000; ++hits) {
        double best = left, when = 0.0;
        int low = -1, high = -1;
        for (int a = PODS - 1; a > 0; --a)
            for (int b = a - 1; b >= 0; --b)
                if (hit_within(race.pods[a], race.pods[b], best, when)) {
                    best = when;
                    high = a;
                    low = b;
                }
        for (Pod& pod : race.pods) {
            pod.x += pod.vx * best;
            pod.y += pod.vy * best;
        }
        left -= best;
        if (low < 0) break;
        bounce(race.pods[high], race.pods[low]);
        if (left > 0.0)
            for (int i = 0; i < PODS; ++i) {
                Pod& pod = race.pods[i];
                pass_checkpoint(pod, race.idle[i / 2], track, from_x[i], from_y[i]);
                from_x[i] = pod.x;
                from_y[i] = pod.y;
            }
    }
    for (int i = 0; i < PODS; ++i) {
        Pod& pod = race.pods[i];
        pod.vx = std::trunc(pod.vx * 0.85);
        pod.vy = std::trunc(pod.vy * 0.85);
        pod.x = std::floor(pod.x + 0.5);
        pod.y = std::floor(pod.y + 0.5);
        if (pod.shield > 0) --pod.shield;
        pass_checkpoint(pod, race.idle[i / 2], track, from_x[i], from_y[i]);
    }
}

// --- the evaluation

double progress(const Pod& pod, const Setting& setting) {
    const Params& q = setting.params;
    const Track& track = setting.track;
    if (pod.finished) return q.checkpoint * (pod.passed + 1 - setting.base);
    const double dx = track.x[pod.passed] - pod.x, dy = track.y[pod.passed] - pod.y;
    const double distance = std::sqrt(dx * dx + dy * dy) + 1.0;
    double points = q.checkpoint * (pod.passed - setting.base) - distance;
    points += q.speed * (dx * pod.vx + dy * pod.vy) / distance;
    points += q.facing * (dx * std::cos(pod.heading) + dy * std::sin(pod.heading)) / distance;
    if (distance < q.near && pod.passed < track.goal) {
        const double ex = track.x[pod.passed + 1] - pod.x, ey = track.y[pod.passed + 1] - pod.y;
        const double beyond = std::sqrt(ex * ex + ey * ey) + 1.0;
        points += (1.0 - distance / q.near) * q.after_next * (ex * pod.vx + ey * pod.vy) / beyond;
    }
    return points;
}

double guard(const Pod& pod, const Pod& target, const Setting& setting) {
    const Params& q = setting.params;
    const Track& track = setting.track;
    const double dx = target.x + q.ahead * (track.x[target.passed] - target.x) - pod.x;
    const double dy = target.y + q.ahead * (track.y[target.passed] - target.y) - pod.y;
    const double fx = target.x - pod.x, fy = target.y - pod.y;
    const double facing = (fx * std::cos(pod.heading) + fy * std::sin(pod.heading)) /
                          (std::sqrt(fx * fx + fy * fy) + 1.0);
    return q.aim * facing - q.distance * std::sqrt(dx * dx + dy * dy);
}

void rate(const Race& race, const Setting& s, double* scores) {
    double gain[2], place[2];
    for (int p = 0; p < 2; ++p) {
        const Pod& target = race.pods[s.runner[1 - p]];
        gain[p] = progress(race.pods[s.runner[p]], s);
        place[p] = s.urgent[p] ? 0.0 : guard(race.pods[s.blocker[p]], target, s);
    }
    for (int p = 0; p < 2; ++p) {
        const double own = gain[p] - s.params.evade * place[1 - p];
        scores[s.runner[p]] = own - s.params.rival * gain[1 - p];
        scores[s.blocker[p]] = s.urgent[p] ? progress(race.pods[s.blocker[p]], s)
                                           : place[p] - s.params.hinder * gain[1 - p];
    }
}

int count_moves(const Race& race, const Setting& setting, int index) {
    if (race.turn > setting.now) return 6;
    const Pod& pod = race.pods[index];
    const int rival = 2 - index / 2 * 2;
    for (int other = rival; other < rival + 2; ++other) {
        const Pod& foe = race.pods[other];
        const double dx = foe.x - pod.x, dy = foe.y - pod.y;
        const double vx = foe.vx - pod.vx, vy = foe.vy - pod.vy;
        const double reach = 800.0 + setting.params.shield_reach * std::sqrt(vx * vx + vy * vy);
        if (dx * dx + dy * dy < reach * reach && dx * vx + dy * vy < 0.0) return 7;
    }
    return 6;
}

// --- Smitsimax

struct Node {
    double visits, total;
    int first, count;
};

class Forest {
   public:
    Forest() : nodes_(POOL) {}

    void plant() {
        used_ = PODS;
        for (int u = 0; u < PODS; ++u) {
            nodes_[u] = {0.0, 0.0, 0, 0};
            lowest_[u] = 1e300;
            highest_[u] = -1e300;
        }
    }

    void iterate(const Race& start, const Setting& setting, Dice& dice) {
        Race world = start;
        int at[PODS] = {0, 1, 2, 3}, length[PODS] = {1, 1, 1, 1}, moves[PODS];
        int path[PODS][MAX_DEPTH + 1] = {{0}, {1}, {2}, {3}};
        for (int depth = 0; depth < setting.params.depth; ++depth) {
            for (int u = 0; u < PODS; ++u) {
                moves[u] = pick(at[u], u, world, setting, dice);
                if (at[u] >= 0) path[u][length[u]++] = at[u];
            }
            play(world, setting.track, moves);
        }
        double scores[PODS];
        rate(world, setting, scores);
        for (int u = 0; u < PODS; ++u) {
            lowest_[u] = std::fmin(lowest_[u], scores[u]);
            highest_[u] = std::fmax(highest_[u], scores[u]);
            for (int k = 0; k < length[u]; ++k) {
                nodes_[path[u][k]].visits += 1.0;
                nodes_[path[u][k]].total += scores[u];
            }
        }
    }

    void print_roots() const {
        for (int u = 0; u < PODS; ++u) {
            for (int m = 0; m < nodes_[u].count; ++m) std::printf("%.0f ", nodes_[nodes_[u].first + m].visits);
            std::printf("\n");
        }
    }

   private:
    int pick(int& at, int unit, const Race& world, const Setting& setting, Dice& dice) {
        if (at < 0) return dice.draw(count_moves(world, setting, unit));
        Node& node = nodes_[at];
        if (node.first == 0) {
            const int moves = count_moves(world, setting, unit);
            if ((node.visits == 0.0 && at >= PODS) || used_ + moves > POOL) {
                at = -1;
                return dice.draw(moves);
            }
            node.first = used_;
            node.count = moves;
            std::memset(&nodes_[used_], 0, sizeof(Node) * moves);
            used_ += moves;
        }
        int move = 0;
        if (node.visits < setting.params.random_visits) {
            move = dice.draw(node.count);
        } else {
            const double scale = std::fmax(highest_[unit] - lowest_[unit], 1e-9);
            const double shared = setting.params.exploration * std::sqrt(std::log(node.visits));
            double best = -1e300;
            for (int m = 0; m < node.count; ++m) {
                const Node& child = nodes_[node.first + m];
                if (child.visits < 1.0) {
                    move = m;
                    break;
                }
                const double value =
                    child.total / (child.visits * scale) + shared / std::sqrt(child.visits);
                if (value > best) {
                    best = value;
                    move = m;
                }
            }
        }
        at = node.first + move;
        return move;
    }

    std::vector<Node> nodes_;
    int used_ = 0;
    double lowest_[PODS], highest_[PODS];
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

void read_state(Race& race, Setting& setting, Dice& dice) {
    for (Pod& pod : race.pods) {
        for (double* field : {&pod.x, &pod.y, &pod.vx, &pod.vy, &pod.heading}) *field = read_number();
        pod.passed = read_int();
        pod.shield = read_int();
        pod.boosted = read_int() != 0;
        pod.finished = read_int() != 0;
    }
    race.turn = read_int();
    for (int& idle : race.idle) idle = read_int();
    Track& track = setting.track;
    track.count = read_int();
    track.goal = 3 * track.count;
    for (int i = 0; i <= track.goal; ++i) {
        track.x[i] = read_number();
        track.y[i] = read_number();
    }
    Params& q = setting.params;
    for (double* field : {&q.checkpoint, &q.speed, &q.after_next, &q.near, &q.facing, &q.rival, &q.evade,
                          &q.hinder, &q.distance, &q.aim, &q.ahead, &q.shield_reach})
        *field = read_number();
    q.panic = read_int();
    q.depth = read_int();
    q.random_visits = read_number();
    q.exploration = read_number();
    for (int p = 0; p < 2; ++p) {
        setting.runner[p] = read_int();
        setting.blocker[p] = 4 * p + 1 - setting.runner[p];
    }
    for (int p = 0; p < 2; ++p) setting.urgent[p] = race.idle[p] >= q.panic;
    setting.now = race.turn;
    setting.base = read_int();
    dice.state = static_cast<uint64_t>(read_number());
}

double now() {
    using clock = std::chrono::steady_clock;
    return std::chrono::duration<double>(clock::now().time_since_epoch()).count();
}

void measure_turns(const Race& start, const Setting& setting, Dice dice, double seconds) {
    const double begin = now();
    long turns = 0;
    double sum = 0.0;
    while (now() - begin < seconds) {
        for (int repeat = 0; repeat < 1000; ++repeat) {
            Race race = start;
            for (int depth = 0; depth < setting.params.depth; ++depth, ++turns) {
                int moves[PODS];
                for (int& move : moves) move = dice.draw(6);
                play(race, setting.track, moves);
            }
            sum += race.pods[0].x;
        }
    }
    std::printf("turns_per_second %.0f check %.0f\n", turns / (now() - begin), sum);
}

void measure_search(const Race& start, const Setting& setting, Dice dice, double seconds) {
    Forest forest;
    const double begin = now();
    long iterations = 0;
    int searches = 0;
    while (now() - begin < seconds) {
        forest.plant();
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
    Dice dice{};
    read_state(race, setting, dice);
    const std::string what = argv[1];
    if (what == "turns") {
        measure_turns(race, setting, dice, std::atof(argv[2]));
    } else if (what == "search") {
        measure_search(race, setting, dice, std::atof(argv[2]));
    } else if (what == "count") {
        Forest forest;
        forest.plant();
        for (int k = 0; k < std::atoi(argv[2]); ++k) forest.iterate(race, setting, dice);
        forest.print_roots();
    } else {
        std::fprintf(stderr, "csb: expected turns, search or count, got %s\n", what.c_str());
        return 2;
    }
    return 0;
}
