// tdoku as a program, for the benchmark: compiled against a checkout of tdoku, of which nothing is kept here.
//
//   tdoku solve FILE                  prints the answer of each line
//   tdoku rate FILE SECONDS WANTED    solves all lines again and again, up to WANTED answers each, until that much
//                                     processor time has gone; prints puzzles a second

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

#include "tdoku.h"

static double processor_time() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
    bool rate = argc == 5 && !strcmp(argv[1], "rate");
    if (!rate && (argc != 3 || strcmp(argv[1], "solve"))) {
        return 2;
    }
    std::ifstream file(argv[2]);
    std::vector<std::string> puzzles;
    for (std::string line; std::getline(file, line);) {
        if (line.size() == 81 && line[0] != '#') {
            for (char &c : line) {
                if (c == '0') c = '.';
            }
            puzzles.push_back(line);
        }
    }
    char answer[96] = {};
    answer[81] = '\n';
    size_t guesses = 0, answers = 0, solved = 0;
    if (!rate) {
        for (const std::string &puzzle : puzzles) {
            if (SolveSudoku(puzzle.c_str(), 1, 0, answer, &guesses)) fwrite(answer, 1, 82, stdout);
        }
        return 0;
    }
    double limit = atof(argv[3]), started = processor_time(), used = 0;
    size_t wanted = atoi(argv[4]);
    while (used < limit && !puzzles.empty()) {
        for (const std::string &puzzle : puzzles) {
            answers += SolveSudoku(puzzle.c_str(), wanted, 0, answer, &guesses);
        }
        solved += puzzles.size();
        used = processor_time() - started;
    }
    fprintf(stderr, "%zu answers\n", answers);
    printf("%.1f\n", solved / used);
}
