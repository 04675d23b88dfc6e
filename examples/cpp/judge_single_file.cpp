// Sudoku for an online judge, in one file: dancing links.
//
// Problem: https://www.acmicpc.net/problem/2580. Nine lines of nine numbers, 0 a blank; print the
// board filled, any solution if there are several.
//
// Encoding: an exact cover. There are 324 items: each cell has a digit (81), and each row, column
// and box has each digit (3 * 81). There are 729 options, "digit d in cell c", of four items each.
// The items of the givens are covered first; a search covers the others.
//
// Source: D. E. Knuth, "Dancing Links" (2000), and TAOCP 7.2.2.1, Algorithm X.
//
// Build: c++ -O2 -std=c++11 judge_single_file.cpp
// Exit code: 0 solved, 1 there is no solution, 2 the input is not a board.

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

const int ITEMS = 324, OPTIONS = 729, ROOT = ITEMS;
const int NODES = ITEMS + 4 * OPTIONS;

// Nodes below ITEMS are the heads of the items. The head of an item and the nodes of its live
// options form a circle through up and down. ROOT and the heads of the uncovered items form a
// circle through before and after. A removed node keeps its links, so it can be put back.
// The four nodes of option o are those from ITEMS + 4 * o on: they need no links.
int before[ITEMS + 1], after[ITEMS + 1], size[ITEMS];
int item[NODES], up[NODES], down[NODES];
int board[81];

// The items of option 9 * cell + digit, digits from 0.
void items_of(int option, int items[4]) {
    int cell = option / 9, digit = option % 9;
    int row = cell / 9, column = cell % 9, box = row / 3 * 3 + column / 3;
    items[0] = cell;
    items[1] = 81 + 9 * row + digit;
    items[2] = 162 + 9 * column + digit;
    items[3] = 243 + 9 * box + digit;
}

// The first node of the option that has this node.
int first(int node) { return node - (node - ITEMS) % 4; }

void build() {
    for (int i = 0; i <= ITEMS; i++) {
        before[i] = (i + ITEMS) % (ITEMS + 1);
        after[i] = (i + 1) % (ITEMS + 1);
    }
    for (int i = 0; i < ITEMS; i++) item[i] = up[i] = down[i] = i;
    for (int option = 0; option < OPTIONS; option++) {
        int items[4];
        items_of(option, items);
        for (int k = 0; k < 4; k++) {
            int node = ITEMS + 4 * option + k, head = items[k];
            item[node] = head;
            up[node] = up[head];
            down[node] = head;
            down[up[head]] = node;
            up[head] = node;
            size[head]++;
        }
    }
}

// Removes the item from the list, and its options from the lists of their other items.
void cover(int head) {
    after[before[head]] = after[head];
    before[after[head]] = before[head];
    for (int node = down[head]; node != head; node = down[node])
        for (int other = first(node); other < first(node) + 4; other++) {
            if (other == node) continue;
            down[up[other]] = down[other];
            up[down[other]] = up[other];
            size[item[other]]--;
        }
}

// Undoes cover, in the opposite order.
void uncover(int head) {
    for (int node = up[head]; node != head; node = up[node])
        for (int other = first(node) + 3; other >= first(node); other--) {
            if (other == node) continue;
            size[item[other]]++;
            up[down[other]] = other;
            down[up[other]] = other;
        }
    before[after[head]] = head;
    after[before[head]] = head;
}

// Algorithm X: covers the uncovered items, and enters the options used in the board.
bool search() {
    int head = ROOT;
    for (int i = after[ROOT]; i != ROOT; i = after[i])
        if (head == ROOT || size[i] < size[head]) head = i;
    if (head == ROOT) return true;
    cover(head);
    for (int node = down[head]; node != head; node = down[node]) {
        for (int other = first(node); other < first(node) + 4; other++)
            if (other != node) cover(item[other]);
        if (search()) {
            int option = (node - ITEMS) / 4;
            board[option / 9] = option % 9 + 1;
            return true;
        }
        for (int other = first(node) + 3; other >= first(node); other--)
            if (other != node) uncover(item[other]);
    }
    uncover(head);
    return false;
}

bool solve() {
    bool given[ITEMS] = {false};
    build();
    for (int cell = 0; cell < 81; cell++) {
        if (board[cell] == 0) continue;
        int items[4];
        items_of(9 * cell + board[cell] - 1, items);
        for (int k = 0; k < 4; k++) {
            if (given[items[k]]) return false;
            given[items[k]] = true;
            cover(items[k]);
        }
    }
    return search();
}

// Reads nine lines of nine numbers from 0 to 9. Blank lines and extra spaces are skipped.
bool parse() {
    std::string text, word;
    int rows = 0, line = 0;
    while (std::getline(std::cin, text)) {
        line++;
        std::istringstream words(text);
        std::vector<int> row;
        bool valid = true;
        while (words >> word) {
            valid = valid && word.size() == 1 && word[0] >= '0' && word[0] <= '9';
            row.push_back(word[0] - '0');
        }
        if (row.empty()) continue;
        if (!valid || row.size() != 9) {
            fprintf(stderr, "line %d: expected nine numbers, 0 to 9\n", line);
            return false;
        }
        if (rows < 9) std::copy(row.begin(), row.end(), board + 9 * rows);
        rows++;
    }
    if (rows != 9) fprintf(stderr, "expected nine lines, found %d\n", rows);
    return rows == 9;
}

int main() {
    if (!parse()) return 2;
    if (!solve()) {
        fprintf(stderr, "no solution\n");
        return 1;
    }
    for (int cell = 0; cell < 81; cell++)
        printf("%d%c", board[cell], cell % 9 < 8 ? ' ' : '\n');
}
