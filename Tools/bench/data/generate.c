// Writes a log of a fleet: `generate EVENTS INSTALLATIONS SEED LOG DIGEST=POLICY...`, the same for the same seed.
#include <stdlib.h>
#include <string.h>

#include "fleet.h"

static void fail(const char *what, const char *which) {
  fprintf(stderr, "generate: %s: %s\n", what, which);
  exit(1);
}

static Document read_document(char *argument) {
  char *path = strchr(argument, '=');
  if (!path) fail("not DIGEST=FILE", argument);
  *path++ = 0;
  FILE *file = fopen(path, "rb");
  if (!file) fail("cannot open", path);
  char *text = calloc(1, 1 << 20);
  if (!text || fread(text, 1, (1 << 20) - 1, file) == 0) fail("cannot read", path);
  fclose(file);
  return (Document){.digest = argument, .text = text};
}

static long long common_divisor(long long a, long long b) { return b ? common_divisor(b, a % b) : a; }

// Installations take turns in an order in which neighbours in the log are strangers.
static long long stride_over(long long installations) {
  long long stride = installations * 618 / 1000 + 1;
  while (common_divisor(stride, installations) != 1) stride++;
  return stride;
}

int main(int count, char **arguments) {
  if (count != 5 + DOCUMENTS) fail("usage", "generate EVENTS INSTALLATIONS SEED LOG DIGEST=POLICY...");
  long long events = atoll(arguments[1]), installations = atoll(arguments[2]), seed = atoll(arguments[3]);
  if (installations < 1 || events < installations) fail("needs an event for each installation", arguments[1]);
  Document documents[DOCUMENTS];
  for (int i = 0; i < DOCUMENTS; i++) documents[i] = read_document(arguments[5 + i]);
  Installation *fleet = malloc(sizeof *fleet * (size_t)installations);
  FILE *out = fopen(arguments[4], "wb");
  if (!fleet || !out) fail("cannot write", arguments[4]);
  setvbuf(out, NULL, _IOFBF, 1 << 20);
  uint64_t first = (uint64_t)seed * 0x9E3779B97F4A7C15u;
  for (long long i = 0; i < installations; i++) be_born(&fleet[i], first + (uint64_t)i * 7919);

  long long stride = stride_over(installations);
  for (long long i = 0; i < events; i++) {
    long long number = i % installations * stride % installations;
    Event event = live(&fleet[number], (int)(i * DOCUMENTS / events));
    write_event(out, &fleet[number], (int)number, &event, documents);
  }
  if (fclose(out)) fail("cannot write", arguments[4]);
  return 0;
}
