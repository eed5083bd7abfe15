// An invented fleet: installations that launch, fetch, see prompts, answer them and come back.
#ifndef FLEET_H
#define FLEET_H
#include <stdint.h>
#include <stdio.h>

enum { RULES = 10, DOCUMENTS = 4, NO_RULE = -1, PUSH_RULE = RULES };

typedef struct { const char *name, *os, *os_version; int os_major; int is_tablet; } Model;
typedef struct { const char *name; int code; } Version;

typedef enum { LAUNCH, FETCH, PROMPT, BUTTON, ACTIVE, AWAY } Place;
typedef enum {
  LAUNCHED, FOREGROUNDED, BACKGROUNDED, FETCHED, FETCH_FAILED, SHOWN, CHOSEN, PUSHED, ATTEMPTED
} Type;

// One installation.
typedef struct {
  uint64_t dice;
  int64_t now;               // milliseconds since 1970
  int64_t last_shown[RULES];
  uint64_t prompt;           // the showing on the screen
  uint32_t revision;
  uint16_t shown[RULES];
  uint8_t skipped[RULES];    // document whose version was skipped, from 1
  int8_t document;           // the policy in force, -1: none
  int8_t rule;               // about to be shown, or on the screen
  uint8_t place, left;       // where in its life; events until it's left alone
  uint8_t model, version, language, zone, has_user, in_rollout, is_updating, is_latched;
} Installation;

// One event, before it's written.
typedef struct {
  Type type;
  int trigger;               // of a fetch
  int is_new;                // a fetch that brought another document than the one before
  int rule, button, operation;
  int is_busy, is_forced;
} Event;

extern const Model models[];
extern const int model_count, version_count, language_count, zone_count, operation_count;
extern const Version versions[];
extern const char *languages[], *triggers[], *buttons[], *operations[], *rule_ids[], *rule_kinds[];
extern const int zones[];

uint64_t roll(Installation *who);
void be_born(Installation *who, uint64_t seed);
// What happens to an installation next, `published` being the newest document.
Event live(Installation *who, int published);
// The rule that the policies in `policies/` show now, or NO_RULE.
int rule_to_show(const Installation *who, int trigger);
const char *language_of(const Installation *who, int rule);

typedef struct { const char *digest; char *text; int was_written; } Document;
void write_event(FILE *out, const Installation *who, int number, const Event *event, Document *documents);

enum { T_LAUNCH, T_LOGIN, T_SCHEDULE, T_HEARTBEAT, T_MANUAL, T_FOREGROUND, T_OPERATION };
enum { B_UPDATE, B_LATER, B_SKIP, B_OPEN, B_DISMISS };
#endif
