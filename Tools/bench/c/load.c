// Sends prepared HTTP requests over many connections at once, one after the other on each, and measures the answers.
//   load PORT CONNECTIONS REQUESTS
// REQUESTS is a file: of each request its length in four bytes, the least significant first, then its bytes. Of N
// connections the n-th sends the requests n, n + N, n + 2N and so on. One that is answered with 429 or 503 is sent again.
// Prints a line of JSON: seconds, requests, the answers' median and 99th percentile in seconds, and the statuses.
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER = 1 << 16, STATUSES = 600, EVENTS = 256 };

struct request {
  const char *bytes;
  uint32_t length;
};

struct connection {
  int socket;
  size_t request, sent;
  double began;
  size_t got;         // bytes of the answer's head so far
  long long missing;  // bytes of the body that are to come; -1 while the head is read
  int status;
  char head[BUFFER];
};

static struct request *requests;
static size_t count, answered;
static double *times;
static unsigned statuses[STATUSES];
static int poll_file;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void read_requests(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) fail(path);
  fseek(file, 0, SEEK_END);
  size_t size = (size_t)ftell(file);
  rewind(file);
  char *all = malloc(size + 1);
  if (!all || fread(all, 1, size, file) != size) fail(path);
  fclose(file);
  for (size_t at = 0; at < size; count++) at += 4 + *(uint32_t *)(all + at);
  requests = calloc(count + 1, sizeof *requests);
  times = calloc(count + 1, sizeof *times);
  size_t at = 0;
  for (size_t number = 0; number < count; number++) {
    requests[number] = (struct request){all + at + 4, *(uint32_t *)(all + at)};
    at += 4 + requests[number].length;
  }
}

static void watch(struct connection *connection, uint32_t events, int how) {
  struct epoll_event event = {.events = events, .data.ptr = connection};
  if (epoll_ctl(poll_file, how, connection->socket, &event) != 0) fail("epoll_ctl");
}

static void send_more(struct connection *connection) {
  struct request request = requests[connection->request];
  while (connection->sent < request.length) {
    ssize_t sent = send(connection->socket, request.bytes + connection->sent, request.length - connection->sent, MSG_NOSIGNAL);
    if (sent < 0 && errno == EAGAIN) return watch(connection, EPOLLIN | EPOLLOUT, EPOLL_CTL_MOD);
    if (sent < 0) fail("send");
    connection->sent += (size_t)sent;
  }
  watch(connection, EPOLLIN, EPOLL_CTL_MOD);
}

static void begin(struct connection *connection) {
  connection->sent = connection->got = 0;
  connection->missing = -1;
  connection->began = now();
  send_more(connection);
}

// Reads the status and the length of the body. Returns whether the head is whole.
static int read_head(struct connection *connection) {
  connection->head[connection->got] = 0;
  char *end = strstr(connection->head, "\r\n\r\n");
  if (!end) return 0;
  connection->status = atoi(connection->head + sizeof "HTTP/1.1 " - 1);
  long long length = 0;
  for (char *line = strstr(connection->head, "\r\n"); line && line < end; line = strstr(line + 2, "\r\n")) {
    if (strncasecmp(line + 2, "content-length:", 15) == 0) length = atoll(line + 17);
  }
  connection->missing = length - (long long)(connection->got - (size_t)(end + 4 - connection->head));
  return 1;
}

// Takes an answer, and sends the next request of the connection.
static void finish(struct connection *connection, size_t step) {
  int status = connection->status > 0 && connection->status < STATUSES ? connection->status : 0;
  statuses[status]++;
  if (status != 429 && status != 503) {
    times[answered++] = now() - connection->began;
    connection->request += step;
  }
  if (connection->request < count) begin(connection);
}

static void receive(struct connection *connection, size_t step) {
  static char rest[BUFFER];
  if (connection->missing < 0) {
    ssize_t got = recv(connection->socket, connection->head + connection->got, BUFFER - 1 - connection->got, 0);
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) fail("the server hung up");
    connection->got += (size_t)got;
    if (!read_head(connection)) return;
  } else {
    ssize_t got = recv(connection->socket, rest, BUFFER, 0);
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) fail("the server hung up");
    connection->missing -= got;
  }
  if (connection->missing <= 0) finish(connection, step);
}

static void connect_to(struct connection *connection, int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  connection->socket = socket(AF_INET, SOCK_STREAM, 0);
  if (connection->socket < 0 || connect(connection->socket, (struct sockaddr *)&address, sizeof address) != 0) fail("connect");
  int yes = 1;
  setsockopt(connection->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

static int compare(const void *left, const void *right) {
  double difference = *(const double *)left - *(const double *)right;
  return (difference > 0) - (difference < 0);
}

int main(int arguments, char **argument) {
  if (arguments != 4) return fprintf(stderr, "load PORT CONNECTIONS REQUESTS\n"), 2;
  size_t many = (size_t)atoi(argument[2]);
  read_requests(argument[3]);
  if (many > count) many = count;
  poll_file = epoll_create1(0);
  struct connection *connections = calloc(many, sizeof *connections);
  if (!connections || poll_file < 0) fail("starting");
  for (size_t number = 0; number < many; number++) {
    connect_to(&connections[number], atoi(argument[1]));
    connections[number].request = number;
    watch(&connections[number], EPOLLIN, EPOLL_CTL_ADD);
  }
  double began = now();
  for (size_t number = 0; number < many; number++) begin(&connections[number]);
  while (answered < count) {
    struct epoll_event events[EVENTS];
    int ready = epoll_wait(poll_file, events, EVENTS, 60000);
    if (ready <= 0 && errno != EINTR) fail("no answer for a minute");
    for (int at = 0; at < ready; at++) {
      struct connection *connection = events[at].data.ptr;
      if (connection->request >= count) continue;
      if (events[at].events & EPOLLOUT) send_more(connection);
      if (events[at].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) receive(connection, many);
    }
  }
  double seconds = now() - began;
  qsort(times, answered, sizeof *times, compare);
  printf("{\"seconds\":%.9f,\"requests\":%zu,\"median\":%.9f,\"p99\":%.9f,\"statuses\":{", seconds, answered,
         times[answered / 2], times[answered - 1 - answered / 100]);
  const char *between = "";
  for (int status = 0; status < STATUSES; status++) {
    if (statuses[status]) printf("%s\"%d\":%u", between, status, statuses[status]), between = ",";
  }
  printf("}}\n");
  return 0;
}
