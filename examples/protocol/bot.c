/* A bot in C without a library for JSON: it knows no rules and picks a legal move.

       cc -O2 -o mybot examples/protocol/bot.c
       wonders-duel match "process,command=./mybot" random

   ProcessBot writes messages without spaces, with the keys in a fixed order, so a program can
   look for the parts that it needs. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LONGEST_LINE = 1 << 18, MOST_MOVES = 10000 };

static char line[LONGEST_LINE];
static long moves[MOST_MOVES];

static int starts_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

/* Read the numbers after "indexes":[ and return how many there are. */
static int read_moves(void) {
    const char *key = "\"indexes\":[";
    char *place = strstr(line, key);
    int count = 0;
    if (place == NULL)
        return 0;
    place += strlen(key);
    while (count < MOST_MOVES) {
        char *end;
        long number = strtol(place, &end, 10);
        if (end == place)
            break;
        moves[count++] = number;
        if (*end != ',')
            break;
        place = end + 1;
    }
    return count;
}

int main(void) {
    srand((unsigned)time(NULL));
    while (fgets(line, sizeof line, stdin) != NULL) {
        long id;
        int count;
        if (starts_with(line, "{\"type\":\"hello\"")) {
            puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"c-example\",\"version\":\"1.0\"}");
        } else if (sscanf(line, "{\"type\":\"go\",\"id\":%ld", &id) == 1) {
            count = read_moves();
            if (count > 0)
                printf("{\"type\":\"bestmove\",\"id\":%ld,\"index\":%ld}\n", id, moves[rand() % count]);
            else
                printf("{\"type\":\"error\",\"id\":%ld,\"message\":\"there are no moves\"}\n", id);
        } else if (starts_with(line, "{\"type\":\"quit\"")) {
            break;
        }
        fflush(stdout);
    }
    return 0;
}
