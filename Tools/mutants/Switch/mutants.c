#include "mutants.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

int32_t mutants_switch = 0;
uint8_t mutants_reached[MUTANTS_MOST];

void mutants_take_reached(uint8_t *into) {
  memcpy(into, mutants_reached, MUTANTS_MOST);
  memset(mutants_reached, 0, MUTANTS_MOST);
}

int32_t *mutants_shared_log(void) {
  static int32_t *number = NULL;
  if (number == NULL) number = mmap(NULL, sizeof *number, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return number;
}

pid_t mutants_fork(void) { return fork(); }

void mutants_limit(int seconds, uint64_t bytes) {
  // Its signal ends the process.
  const struct itimerval span = {.it_value = {.tv_sec = seconds}};
  setitimer(ITIMER_PROF, &span, NULL);
  const struct rlimit memory = {bytes, bytes}, none = {0, 0};
  setrlimit(RLIMIT_AS, &memory);
  setrlimit(RLIMIT_CORE, &none);
  const int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere >= 0) dup2(nowhere, 2);
}
