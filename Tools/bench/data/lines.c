// Events as lines of a log.
#include <stdlib.h>

#include "fleet.h"

static void write_time(FILE *out, int64_t milliseconds, int zone) {
  int64_t local = milliseconds + zone * 60000LL, day = local / 86400000, rest = local % 86400000;
  // Days since 1970 to a date, counting years from March.
  int64_t shifted = day + 719468, era = shifted / 146097, of_era = shifted % 146097;
  int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  int64_t of_year = of_era - (365 * year + year / 4 - year / 100), month = (5 * of_year + 2) / 153;
  int date = (int)(of_year - (153 * month + 2) / 5 + 1), number = (int)(month < 10 ? month + 3 : month - 9);
  fprintf(out, "%04d-%02d-%02dT%02d:%02d:%02d.%03d", (int)(year + era * 400 + (number <= 2)), number, date,
          (int)(rest / 3600000), (int)(rest / 60000 % 60), (int)(rest / 1000 % 60), (int)(rest % 1000));
  if (zone == 0) fputc('Z', out);
  else fprintf(out, "%c%02d:%02d", zone < 0 ? '-' : '+', abs(zone) / 60, abs(zone) % 60);
}

static void write_quoted(FILE *out, const char *text) {
  fputc('"', out);
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') fprintf(out, "\\%c", *text);
    else if (*text == '\n') fputs("\\n", out);
    else fputc(*text, out);
  }
  fputc('"', out);
}

static void write_launch(FILE *out, const Installation *who, int number) {
  const Model *model = &models[who->model];
  const Version *version = &versions[who->version];
  fprintf(out,
          "{\"properties\":{\"appPackageName\":\"com.example.shop\",\"appVersionName\":\"%s\","
          "\"appVersionCode\":\"%d0\",\"deviceOsName\":\"%s\",\"deviceOsVersion\":\"%s\",\"deviceModel\":\"%s\","
          "\"deviceIsTablet\":\"%s\",\"deviceLanguage\":\"%s\"}",
          version->name, version->code, model->os, model->os_version, model->name, model->is_tablet ? "true" : "false",
          languages[who->language]);
  if (who->has_user) fprintf(out, ",\"user\":\"u-%d\"", 100000 + number);
  fputc('}', out);
}

static void write_fetch(FILE *out, const Installation *who, const Event *event, Document *documents) {
  const char *url = "https://policy.example.com/com.example.shop.json";
  fprintf(out, "{\"trigger\":\"%s\",\"url\":\"%s\",", triggers[event->trigger], url);
  if (event->type == FETCH_FAILED) {
    static const char *reasons[] = {"offline", "timeout", "http", "tls"};
    int reason = (int)(who->dice >> 40 & 3);
    fprintf(out, "\"reason\":\"%s\"%s}", reasons[reason], reason == 2 ? ",\"status\":503" : "");
    return;
  }
  Document *document = &documents[who->document];
  if (!event->is_new) {
    fprintf(out, "\"format\":\"herald\",\"status\":304,\"etag\":\"\\\"%.16s\\\"\"}", document->digest);
    return;
  }
  fprintf(out, "\"format\":\"herald\",\"status\":200,\"etag\":\"\\\"%.16s\\\"\",\"digest\":\"sha256:%s\"",
          document->digest, document->digest);
  if (!document->was_written) {
    fputs(",\"document\":", out);
    write_quoted(out, document->text);
    document->was_written = 1;
  }
  fputc('}', out);
}

static void write_data(FILE *out, const Installation *who, int number, const Event *event, Document *documents) {
  const char *language;
  switch (event->type) {
  case LAUNCHED: write_launch(out, who, number); break;
  case FOREGROUNDED: fputs(event->is_busy ? "{\"busy\":true}" : "{}", out); break;
  case BACKGROUNDED: fputs("{}", out); break;
  case FETCHED: case FETCH_FAILED: write_fetch(out, who, event, documents); break;
  case SHOWN:
    language = language_of(who, event->rule);
    fprintf(out, "{\"prompt\":\"p-%016llx\",\"rule\":\"%s\",\"kind\":\"%s\"", (unsigned long long)who->prompt,
            rule_ids[event->rule], rule_kinds[event->rule]);
    if (language) fprintf(out, ",\"language\":\"%s\"", language);
    fputc('}', out);
    break;
  case CHOSEN:
    fprintf(out, "{\"prompt\":\"p-%016llx\",\"button\":\"%s\"}", (unsigned long long)who->prompt,
            buttons[event->button]);
    break;
  case PUSHED:
    if (event->is_forced)
      fprintf(out, "{\"kind\":\"forceUpdate\",\"url\":\"https://shop.example.com/app/get\",\"targetVersion\":\"3.%d\"}",
              who->document < 0 ? 1 : who->document + 1);
    else fputs("{\"kind\":\"orderShipped\",\"url\":\"https://shop.example.com/orders\"}", out);
    break;
  case ATTEMPTED: fprintf(out, "{\"operation\":\"%s\"}", operations[event->operation]); break;
  }
}

void write_event(FILE *out, const Installation *who, int number, const Event *event, Document *documents) {
  static const char *types[] = {"app.launched", "app.foregrounded", "app.backgrounded",
                                "fetch.succeeded", "fetch.failed", "prompt.shown",
                                "button.chosen", "push.received", "operation.attempted"};
  uint64_t mark = (uint64_t)(number + 1) * 0xD1B54A32D192ED03u;
  fprintf(out, "{\"specversion\":\"1.0\",\"id\":\"%016llx-%06u\"", (unsigned long long)mark, who->revision);
  fprintf(out, ",\"source\":\"/installations/%08x-%04x-4%03x-a%03x-%08x%04x\"", (unsigned)(mark >> 32),
          (unsigned)(mark >> 16 & 0xFFFF), (unsigned)(mark & 0xFFF), (unsigned)(mark >> 20 & 0xFFF), (unsigned)number,
          (unsigned)(mark >> 48));
  fprintf(out, ",\"type\":\"%s\",\"time\":\"", types[event->type]);
  write_time(out, who->now, zones[who->zone]);
  fprintf(out, "\",\"revision\":%u,\"data\":", who->revision);
  write_data(out, who, number, event, documents);
  fputs("}\n", out);
}
