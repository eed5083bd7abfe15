// What the documents in `policies/` say, so that the fleet sees the prompts that they ask for.
#include "fleet.h"

static const int64_t HOUR = 3600000;
static const int64_t WINTER_ENDS = 1769904000000; // 2026-02-01T00:00 on the wall clock
static const int max_shown[RULES] = {0, 0, 0, 5, 5, 3, 2, 4, 2, 3};
static const int period_hours[RULES] = {0, 0, 0, 72, 72, 168, 24, 240, 72, 336};

static int speaks(const Installation *who, const char *language) {
  const char *own = languages[who->language];
  return own[0] == language[0] && own[1] == language[1];
}

static int is_meant(const Installation *who, int rule) {
  const Model *model = &models[who->model];
  int is_android = model->os[0] == 'a', version = versions[who->version].code, target = 31 + who->document;
  switch (rule) {
  case 1: return is_android && version < 20;
  case 2: return !is_android && version < 20;
  case 3: return is_android && model->os_major >= 9 && model->os_major != 10 && !model->is_tablet && version < target;
  case 4: return !is_android && model->os_major >= 16 && version < target;
  case 5: return speaks(who, "tr") || speaks(who, "az");
  case 6: return model->is_tablet;
  case 7: return speaks(who, "de") && !is_android;
  case 8: return who->now + zones[who->zone] * 60000LL <= WINTER_ENDS;
  case 9: return version >= target && who->in_rollout;
  default: return 0;
  }
}

int rule_to_show(const Installation *who, int trigger) {
  if (trigger == T_HEARTBEAT) return NO_RULE;
  if (who->is_latched && trigger != T_SCHEDULE && trigger != T_FOREGROUND) return PUSH_RULE;
  if (who->document < 0) return NO_RULE;
  for (int rule = 0; rule < RULES; rule++) {
    int is_update = rule == 3 || rule == 4, is_message = rule > 4;
    if ((is_update || is_message) && trigger > T_MANUAL) continue;
    if (is_message && trigger == T_MANUAL) continue;
    if (!is_meant(who, rule)) continue;
    if (is_update && trigger != T_MANUAL && who->skipped[rule] == who->document + 1) continue;
    if ((is_update || is_message) && trigger != T_MANUAL) {
      if (who->shown[rule] >= max_shown[rule]) continue;
      if (who->shown[rule] && who->now - who->last_shown[rule] < period_hours[rule] * HOUR) continue;
    }
    return rule;
  }
  return NO_RULE;
}

const char *language_of(const Installation *who, int rule) {
  if (rule == PUSH_RULE) return NULL;
  if (speaks(who, "tr") && (rule == 1 || rule == 3 || rule == 5 || rule == 9)) return "tr";
  if (speaks(who, "de") && (rule == 2 || rule == 4 || rule == 7 || rule == 9)) return "de";
  return "*";
}
