/* Replays logs. Each line that it reads is the path of a log, or '=' and an installation of that log. It prints a line
   for each decision, error and state, with 0, 3 or '=' in front.

     cc replay.c -I ../../../Sources/HeraldC/include -L FOLDER -lHeraldC -Wl,-rpath,FOLDER -o replay
     echo log.jsonl | ./replay */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "herald.h"

static void print(char kind, const char *text, size_t length) {
  putchar(kind);
  fwrite(text, 1, length, stdout);
  putchar('\n');
}

/* A last line without a newline is handed over too: an app that was killed while it wrote leaves a part of a line. */
static int replay(herald_core *core, const char *path) {
  FILE *log = fopen(path, "rb");
  if (log == NULL) return 0;
  char *line = NULL;
  size_t capacity = 0;
  for (ssize_t length; (length = getline(&line, &capacity, log)) > 0;) {
    if (line[length - 1] == '\n') length--;
    const char *answer;
    size_t answer_length;
    int32_t status = herald_core_apply(core, line, (size_t)length, &answer, &answer_length);
    if (answer != NULL) print((char)('0' + status), answer, answer_length);
  }
  free(line);
  return fclose(log) == 0;
}

int main(void) {
  herald_core *core = NULL;
  char *asked = NULL;
  size_t capacity = 0;
  for (ssize_t length; (length = getline(&asked, &capacity, stdin)) > 1;) {
    asked[--length] = '\0';
    if (asked[0] == '=') {
      size_t state_length;
      const char *state = herald_core_state(core, asked + 1, (size_t)length - 1, &state_length);
      if (state != NULL) print('=', state, state_length);
      continue;
    }
    herald_core_free(core);
    core = herald_core_new();
    if (core == NULL || !replay(core, asked)) {
      perror(asked);
      return 1;
    }
  }
  herald_core_free(core);
  free(asked);
  return 0;
}
