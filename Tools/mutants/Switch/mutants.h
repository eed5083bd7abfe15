#ifndef MUTANTS_H
#define MUTANTS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define MUTANTS_MOST 16384

/// The place that is changed; 0 for none.
extern int32_t mutants_switch;
/// A 1 for each place that was reached.
extern uint8_t mutants_reached[MUTANTS_MOST];

__attribute__((always_inline)) static inline bool mutants_is_on(int32_t place) {
  mutants_reached[place] = 1;
  return mutants_switch == place;
}

__attribute__((always_inline)) static inline void mutants_turn(int32_t place) { mutants_switch = place; }

/// Copies what was reached, and begins anew.
void mutants_take_reached(uint8_t *into);

/// A number that a process shares with those that it starts: the log that is folded.
int32_t *mutants_shared_log(void);
/// Swift offers no fork.
pid_t mutants_fork(void);
/// Limits the process to some seconds of a processor and to some bytes of memory, and sends its errors nowhere.
void mutants_limit(int seconds, uint64_t bytes);

#endif
