#ifndef HERALD_H
#define HERALD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct herald_core herald_core;              /* all streams of a log; one thread at a time */
herald_core *herald_core_new(void);                  /* NULL: no memory */
int32_t herald_core_apply(herald_core *core, const char *line, size_t length,      /* one line, UTF-8, without its newline */
                          const char **answer, size_t *answer_length);
const char *herald_core_state(herald_core *core, const char *source, size_t length, size_t *state_length);
void herald_core_free(herald_core *core);            /* NULL is fine */

#ifdef __cplusplus
}
#endif

#endif
