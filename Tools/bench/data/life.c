// What happens to an installation, one event after the other.
#include "fleet.h"

static const int64_t SECOND = 1000, MINUTE = 60000, HOUR = 3600000;

uint64_t roll(Installation *who) { // splitmix64
  uint64_t z = (who->dice += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

static int below(Installation *who, int n) { return (int)((roll(who) >> 33) % (uint64_t)n); }
static int chance(Installation *who, int percent) { return below(who, 100) < percent; }

void be_born(Installation *who, uint64_t seed) {
  *who = (Installation){.dice = seed, .document = -1, .rule = NO_RULE, .place = LAUNCH};
  who->now = 1767247200000 + below(who, 86400) * SECOND; // 2026-01-01
  who->model = below(who, model_count);
  who->version = chance(who, 4) ? below(who, 2) : 2 + below(who, 5);
  who->language = who->zone = below(who, language_count);
  who->has_user = chance(who, 30);
  who->in_rollout = chance(who, 50);
}

// The decision after an event, and what it leads to.
static void decide(Installation *who, int trigger) {
  who->rule = rule_to_show(who, trigger);
  who->place = who->rule == NO_RULE ? ACTIVE : PROMPT;
}

static Event launch(Installation *who) {
  who->now += 2 * HOUR + below(who, 30 * 3600) * SECOND;
  if (who->is_updating && who->document >= 0) who->version = 6 + who->document;
  if (versions[who->version].code >= 31 + who->document) who->is_latched = 0;
  who->is_updating = 0;
  who->left = 6 + below(who, 14);
  who->place = FETCH;
  return (Event){.type = LAUNCHED};
}

static Event fetch(Installation *who, int trigger, int published) {
  who->now += 300 + below(who, 2000);
  Event event = {.type = FETCHED, .trigger = trigger};
  if (chance(who, 6)) {
    event.type = FETCH_FAILED;
  } else {
    event.is_new = who->document != published || chance(who, 15);
    who->document = published;
  }
  decide(who, trigger);
  return event;
}

static Event show(Installation *who) {
  who->now += 50 + below(who, 400);
  who->prompt = roll(who);
  if (who->rule < RULES) {
    who->shown[who->rule]++;
    who->last_shown[who->rule] = who->now;
  }
  // Now and then the process dies under the prompt.
  who->place = chance(who, 3) ? LAUNCH : BUTTON;
  return (Event){.type = SHOWN, .rule = who->rule};
}

static Event choose(Installation *who) {
  who->now += SECOND + below(who, 20) * SECOND;
  int rule = who->rule, is_forced = rule == PUSH_RULE || rule < 3;
  Event event = {.type = CHOSEN, .rule = rule};
  if (is_forced) event.button = B_UPDATE;
  else if (rule < 5) event.button = chance(who, 25) ? B_UPDATE : chance(who, 20) ? B_SKIP : B_LATER;
  else event.button = rule != 7 && rule != 6 && chance(who, 30) ? B_OPEN : B_DISMISS;
  if (event.button == B_SKIP) who->skipped[rule] = who->document + 1;
  // Not everybody who goes to the store comes back with the new version.
  if (event.button == B_UPDATE) who->is_updating = chance(who, 60);
  who->place = event.button == B_UPDATE || event.button == B_OPEN ? AWAY : ACTIVE;
  return event;
}

static Event act(Installation *who, int published) {
  who->now += 5 * SECOND + below(who, 180) * SECOND;
  int what = below(who, 100);
  if (what < 40) {
    Event event = {.type = ATTEMPTED, .operation = below(who, operation_count)};
    decide(who, T_OPERATION);
    return event;
  }
  if (what < 58) return fetch(who, T_LOGIN + below(who, 4), published);
  if (what < 61) {
    Event event = {.type = PUSHED, .is_forced = chance(who, 40)};
    if (event.is_forced && versions[who->version].code < 31 + published) who->is_latched = 1;
    return event;
  }
  who->place = AWAY;
  return (Event){.type = BACKGROUNDED};
}

static Event come_back(Installation *who) {
  who->now += MINUTE + below(who, 90) * MINUTE;
  Event event = {.type = FOREGROUNDED, .is_busy = chance(who, 10)};
  decide(who, T_FOREGROUND);
  if (event.is_busy) who->place = ACTIVE;
  return event;
}

Event live(Installation *who, int published) {
  who->revision++;
  if (who->left) who->left--;
  switch (who->place) {
  case LAUNCH: return launch(who);
  case FETCH: return fetch(who, T_LAUNCH, published);
  case PROMPT: return show(who);
  case BUTTON: return choose(who);
  case AWAY: return who->left ? come_back(who) : launch(who);
  default: return who->left ? act(who, published) : launch(who);
  }
}
