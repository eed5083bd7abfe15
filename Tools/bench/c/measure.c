// Runs a command and tells what it cost: `measure RUNS COMMAND ARGUMENT...`, its output thrown away.
//
// A program of its own because a child's peak memory counts from before it became the command: here that is next to
// nothing, under Python it would be Python's.
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

int main(int count, char **arguments) {
  if (count < 3) return 64;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  for (int run = atoi(arguments[1]); run > 0; run--) {
    pid_t child;
    int status;
    struct rusage used;
    double start = now();
    if (posix_spawnp(&child, arguments[2], &actions, NULL, arguments + 2, environ)) {
      perror(arguments[2]);
      return 1;
    }
    if (wait4(child, &status, 0, &used) != child) return 1;
    double wall = now() - start;
    // 2 is an answer: the log disagrees, as invented ones may.
    if (!WIFEXITED(status) || (WEXITSTATUS(status) && WEXITSTATUS(status) != 2)) {
      fprintf(stderr, "measure: %s ended with status %d\n", arguments[2], status);
      return 1;
    }
    double cpu = used.ru_utime.tv_sec + used.ru_stime.tv_sec + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
    printf("{\"wall\":%.6f,\"cpu\":%.6f,\"kilobytes\":%ld}\n", wall, cpu, used.ru_maxrss);
  }
  return 0;
}
