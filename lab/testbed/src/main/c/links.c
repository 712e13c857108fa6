/*
 * Emulates the links of a WAN in user space: terra-links CONFIG CONTROL_SOCKET
 *
 * Each link joins two network interfaces of this process's network namespace; each of its directions has a rate, a one-way delay
 * and a bounded drop-tail queue:
 *
 *   interface --> queue (bytes bounded) --> transmitter (rate) --> delay line (one-way delay) --> other interface
 *
 * With classes, each direction has a queue for each of them, each bounded by itself, and the transmitter shares the rate among those that
 * wait by their weights, packet by packet: start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM 1996). A frame that stands for many
 * packets lets those of other classes pass between them.
 *
 * With caps, directions share the rates of the sites that they leave and enter: a packet is transmitted when the transmitter and both caps
 * are free. Directions take turns at a cap, packet by packet. What enters a site counts when it is sent, so that it is as early as the
 * link is long.
 *
 * What a frame costs is what its IP packets would cost on the wire: a 64 KiB segmentation-offload frame is charged as the packets
 * that it stands for, every one with its own IP and transport headers. Link-layer headers and anything but IPv4 cost nothing.
 * The rate holds on average over a few milliseconds. One thread serves all directions, in turns: a thread for each would interrupt what
 * the machine is busy with thousands of times a second. So a frame may be up to TURN_NANOS late, never early; one that is late because
 * the machine was busy is sent at once.
 *
 * CONFIG has one line per link, in order; rates in bytes/s, delays in ns, queues in bytes:
 *   IF_A IF_B RATE_AB DELAY_AB QUEUE_AB RATE_BA DELAY_BA QUEUE_BA
 *
 * The control socket (unix, stream) takes one command per connection, names links by their line, from 1:
 *   stats                          per direction: link ab|ba up|cut bytes packets drops rate
 *   cut N | restore N              a cut link loses what it gets and what it carries
 *   rate N ab|ba RATE QUEUE        holds for frames whose transmission has not begun
 *   impair N ab|ba CUT DELAY LOSS CORRUPT PORT
 *                                  one direction: whether it is cut (0 or 1), its delay in ns, how many frames of a million are
 *                                  lost at random, and how many of a million of those from or to a TCP port have a bit of
 *                                  their payload flipped; what the sender's kernel left unsummed gets past TCP's checksum,
 *                                  as what a router's memory garbles does
 *   classes I N B DSCP_I DSCP_B    weights of interactive, normal and bulk, above 0, and the marks of interactive and bulk frames
 *   classes off                    one queue for all; so it begins
 *   caps N ab|ba OUT RATE IN RATE  numbers of the caps that the direction shares, from 1, or 0 for none, and their rates, above 0;
 *                                  it begins with none
 * and answers "ok", the statistics, or "error ...". It ends on SIGTERM; nothing that an interface does ends it.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <linux/virtio_net.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/ip.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#ifndef PACKET_IGNORE_OUTGOING
#define PACKET_IGNORE_OUTGOING 23
#endif

enum {
  MAX_LINKS = 254,                              /* as many as the testbed's address plan has */
  MAX_FRAME = 65536 + 128,                      /* the largest offload frame and its headers */
  SOCKET_BUFFER_BYTES = 32 << 20,               /* what may wait while this thread has no processor */
  FRAMES_PER_TURN = 256,                        /* that a direction takes in: 1.5 Gbit/s of full packets */
  TURNS_STUCK = 10,                             /* for which a frame waits when the far interface takes nothing */
  MAX_COMMAND = 256,
  CLASSES = 3,                                  /* interactive, normal, bulk */
  NORMAL = 1,
  DSCPS = 64,
  PACKET = 1500,                                /* bytes that the transmitter takes of a frame at a time */
  MAX_WEIGHT = 1000,
  MAX_CAPS = 2 * MAX_LINKS,
  CAPS = 2,                                     /* of a direction: of what leaves a site, and of what enters one */
  CAP_QUEUES_PER_SECOND = 10,                   /* a cap's rate for so long, but no less than LEAST_QUEUE, may wait in a direction */
  LEAST_QUEUE = 64 << 10,
  MILLION = 1000000,
};
static const int64_t NANOS_PER_SECOND = 1000000000;
static const int64_t TURN_NANOS = 2000000;           /* turns begin so far apart: one for each frame would cost far more */
static const int64_t ERROR_PAUSE_NANOS = 1000000;    /* when an interface has failed, which may say so for long */

struct frame {
  struct frame *next;
  int64_t due;                                  /* arrival; from transmission on: when it reaches the other end */
  uint32_t cost;                                /* IP bytes */
  uint32_t left;                                /* of them, not transmitted yet */
  uint32_t length;
  unsigned char bytes[];
};

struct fifo {
  struct frame *head, *tail;
};

/* A class's frames, and the tag at which its next packet starts. */
struct queue {
  struct fifo fifo;
  uint64_t bytes;
  double start;
};

/* What several directions share. */
struct cap {
  _Atomic uint64_t rate;                        /* bytes/s, above 0 where a direction has it */
  int64_t free;
};

struct direction {
  int in, out;
  struct cap *_Atomic caps[CAPS];               /* NULL: none */
  _Atomic int64_t delay_nanos;
  _Atomic uint64_t rate;                        /* bytes/s, above 0 */
  _Atomic uint64_t queue_limit;                 /* bytes */
  _Atomic bool cut;
  _Atomic uint32_t loss, corrupt;               /* of a million frames */
  _Atomic uint32_t corrupt_port;
  uint64_t random;                              /* state of this direction's generator, not 0 */
  _Atomic uint64_t sent_bytes, sent_packets, drops;
  struct queue queues[CLASSES];
  double tag;                                   /* of the packet that is transmitted */
  struct fifo line;
  int64_t transmitter_free;
  int turns_stuck;                              /* in which the far interface has not taken the next frame */
};

static struct direction directions[MAX_LINKS][2];
static struct cap caps[MAX_CAPS];
static int link_count;
static _Atomic int weights[CLASSES] = {1, 1, 1};
static _Atomic int class_of_mark[DSCPS] = {[0 ... DSCPS - 1] = NORMAL};

static int64_t now_nanos(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * NANOS_PER_SECOND + t.tv_nsec;
}

__attribute__((noreturn, format(printf, 1, 2))) static void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("terra-links: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(1);
}

/* ---- frames ---- */

static void push(struct fifo *fifo, struct frame *frame) {
  frame->next = NULL;
  if (fifo->head == NULL) {
    fifo->head = frame;
  } else {
    fifo->tail->next = frame;
  }
  fifo->tail = frame;
}

static struct frame *pop(struct fifo *fifo) {
  struct frame *frame = fifo->head;
  fifo->head = frame->next;
  return frame;
}

/* The IP bytes of the packets that a frame (virtio header, Ethernet, payload) stands for. */
static uint32_t cost_of(const unsigned char *bytes, size_t length) {
  const size_t network = sizeof(struct virtio_net_hdr) + ETH_HLEN;
  if (length < network + sizeof(struct iphdr)) {
    return 0;
  }
  struct virtio_net_hdr offload;
  struct ethhdr ethernet;
  struct iphdr ip;
  memcpy(&offload, bytes, sizeof offload);
  memcpy(&ethernet, bytes + sizeof offload, sizeof ethernet);
  memcpy(&ip, bytes + network, sizeof ip);
  if (ntohs(ethernet.h_proto) != ETH_P_IP) {
    return 0;
  }
  const uint32_t total = ntohs(ip.tot_len);
  if (offload.gso_type == VIRTIO_NET_HDR_GSO_NONE || offload.gso_size == 0) {
    return total;
  }
  uint32_t headers = ip.ihl * 4u;
  if (ip.protocol == IPPROTO_TCP && length >= network + headers + 13) {
    headers += (bytes[network + headers + 12] >> 4) * 4u;
  } else {
    headers += 8;
  }
  if (total <= headers) {
    return total;
  }
  const uint32_t payload = total - headers;
  const uint32_t packets = (payload + offload.gso_size - 1) / offload.gso_size;
  return payload + packets * headers;
}

/* The class of a frame, by the mark of its IP header. */
static int class_of(const unsigned char *bytes, size_t length) {
  const size_t network = sizeof(struct virtio_net_hdr) + ETH_HLEN;
  struct ethhdr ethernet;
  if (length < network + sizeof(struct iphdr)) {
    return NORMAL;
  }
  memcpy(&ethernet, bytes + sizeof(struct virtio_net_hdr), sizeof ethernet);
  return ntohs(ethernet.h_proto) == ETH_P_IP ? class_of_mark[bytes[network + 1] >> 2] : NORMAL;
}

/* ---- mishaps ---- */

/* xorshift64: the same mishaps to the same frames each time. */
static uint64_t next_random(struct direction *d) {
  d->random ^= d->random << 13;
  d->random ^= d->random >> 7;
  d->random ^= d->random << 17;
  return d->random;
}

static bool happens(struct direction *d, uint32_t of_a_million) {
  return of_a_million > 0 && next_random(d) % MILLION < of_a_million;
}

/* Where the payload of a frame from or to a TCP port begins; 0 if it has none. */
static size_t tcp_payload(const unsigned char *bytes, size_t length, uint32_t port) {
  const size_t network = sizeof(struct virtio_net_hdr) + ETH_HLEN;
  struct ethhdr ethernet;
  struct iphdr ip;
  if (length < network + sizeof ip) {
    return 0;
  }
  memcpy(&ethernet, bytes + sizeof(struct virtio_net_hdr), sizeof ethernet);
  memcpy(&ip, bytes + network, sizeof ip);
  const size_t tcp = network + ip.ihl * 4u;
  if (ntohs(ethernet.h_proto) != ETH_P_IP || ip.protocol != IPPROTO_TCP || length < tcp + 20) {
    return 0;
  }
  const uint32_t from = (uint32_t)bytes[tcp] << 8 | bytes[tcp + 1];
  const uint32_t to = (uint32_t)bytes[tcp + 2] << 8 | bytes[tcp + 3];
  const size_t payload = tcp + (bytes[tcp + 12] >> 4) * 4u;
  return (from == port || to == port) && payload < length ? payload : 0;
}

static void flip_a_bit(struct direction *d, struct frame *frame) {
  const size_t payload = tcp_payload(frame->bytes, frame->length, d->corrupt_port);
  if (payload > 0) {
    const size_t at = payload + next_random(d) % (frame->length - payload);
    frame->bytes[at] ^= (unsigned char)(1u << next_random(d) % 8);
  }
}

/* ---- one direction ---- */

static void drop(struct direction *d, struct frame *frame) {
  d->drops++;
  free(frame);
}

/* Hands the next frame to the far interface. False if it is to be tried again at the next turn. */
static bool deliver(struct direction *d) {
  struct frame *frame = d->line.head;
  if (!d->cut && send(d->out, frame->bytes, frame->length, MSG_DONTWAIT) >= 0) {
    d->sent_bytes += frame->cost;
    d->sent_packets++;
    free(pop(&d->line));
  } else if (!d->cut && (errno == EAGAIN || errno == ENOBUFS || errno == EINTR) && d->turns_stuck++ < TURNS_STUCK) {
    return false;
  } else {
    drop(d, pop(&d->line));
  }
  d->turns_stuck = 0;
  return true;
}

/* The number of the queue whose packet starts first; -1 if all are empty. */
static int next_queue(const struct direction *d) {
  int first = -1;
  for (int i = 0; i < CLASSES; i++) {
    if (d->queues[i].fifo.head != NULL && (first < 0 || d->queues[i].start < d->queues[first].start)) {
      first = i;
    }
  }
  return first;
}

static void enqueue(struct direction *d, int class, struct frame *frame) {
  struct queue *queue = &d->queues[class];
  if (queue->fifo.head == NULL && queue->start < d->tag) {
    queue->start = d->tag;
  }
  queue->bytes += frame->cost;
  push(&queue->fifo, frame);
}

static int64_t later(int64_t a, int64_t b) {
  return a > b ? a : b;
}

static int64_t nanos_for(uint32_t bytes, uint64_t rate) {
  return (int64_t)((double)bytes * NANOS_PER_SECOND / (double)rate);
}

static bool is_capped(struct direction *d) {
  return d->caps[0] != NULL || d->caps[1] != NULL;
}

/* When the transmitter and the caps are free. */
static int64_t free_at(struct direction *d) {
  int64_t free_nanos = d->transmitter_free;
  for (int i = 0; i < CAPS; i++) {
    const struct cap *cap = d->caps[i];
    free_nanos = cap != NULL ? later(free_nanos, cap->free) : free_nanos;
  }
  return free_nanos;
}

/* The bytes of a class that may wait. */
static uint64_t queue_limit(struct direction *d) {
  uint64_t limit = d->queue_limit;
  for (int i = 0; i < CAPS; i++) {
    const struct cap *cap = d->caps[i];
    if (cap != NULL && cap->rate / CAP_QUEUES_PER_SECOND < limit) {
      limit = cap->rate < CAP_QUEUES_PER_SECOND * LEAST_QUEUE ? LEAST_QUEUE : cap->rate / CAP_QUEUES_PER_SECOND;
    }
  }
  return limit;
}

/* Transmits a packet. False if none waits, or the transmitter or a cap is taken for this turn. */
static bool transmit_packet(struct direction *d, int64_t now) {
  const int64_t free_nanos = free_at(d);
  const int class = free_nanos <= now + TURN_NANOS ? next_queue(d) : -1;
  if (class < 0) {
    return false;
  }
  struct queue *queue = &d->queues[class];
  struct frame *frame = queue->fifo.head;
  const uint32_t piece = frame->left < PACKET ? frame->left : PACKET;
  for (int i = 0; i < CAPS; i++) {
    struct cap *cap = d->caps[i];
    if (cap != NULL) {
      /* From when the frame came, not from when its link begins with it: a slow link does not keep a cap from others. */
      cap->free = later(cap->free, frame->due) + nanos_for(piece, cap->rate);
    }
  }
  d->transmitter_free = later(frame->due, free_nanos) + nanos_for(piece, d->rate);
  d->tag = queue->start;
  queue->start += (double)piece / weights[class];
  frame->left -= piece;
  if (frame->left == 0) {
    queue->bytes -= frame->cost;
    frame->due = d->transmitter_free + d->delay_nanos;
    push(&d->line, pop(&queue->fifo));
  }
  return true;
}

/* Transmits what a turn has room for: all, or of a direction that shares caps one packet. False if no other turn of it is to follow. */
static bool transmit(struct direction *d, int64_t now) {
  if (is_capped(d)) {
    return transmit_packet(d, now);
  }
  while (transmit_packet(d, now)) {
  }
  return false;
}

/* How long ago the kernel took in a message; between two turns at most. */
static int64_t age_nanos(struct msghdr *message, const struct timespec *now) {
  for (struct cmsghdr *c = CMSG_FIRSTHDR(message); c != NULL; c = CMSG_NXTHDR(message, c)) {
    if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_TIMESTAMPNS) {
      struct timespec then;
      memcpy(&then, CMSG_DATA(c), sizeof then);
      const int64_t age = (now->tv_sec - then.tv_sec) * NANOS_PER_SECOND + now->tv_nsec - then.tv_nsec;
      return age < 0 ? 0 : age > TURN_NANOS ? TURN_NANOS : age;
    }
  }
  return 0;
}

/* Takes what has arrived. False if the interface failed. */
static bool receive(struct direction *d, unsigned char *buffer) {
  struct timespec wall;
  clock_gettime(CLOCK_REALTIME, &wall);
  const int64_t now = now_nanos();
  for (int i = 0; i < FRAMES_PER_TURN; i++) {
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(struct timespec))];
    struct iovec place = {.iov_base = buffer, .iov_len = MAX_FRAME};
    struct msghdr message = {.msg_iov = &place, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    const ssize_t length = recvmsg(d->in, &message, MSG_DONTWAIT);
    if (length < 0) {
      return errno == EAGAIN || errno == EINTR;
    }
    const uint32_t cost = cost_of(buffer, (size_t)length);
    const int class = class_of(buffer, (size_t)length);
    struct frame *frame = NULL;
    if (!d->cut && d->queues[class].bytes < queue_limit(d) && !happens(d, d->loss)) {
      frame = malloc(sizeof *frame + (size_t)length);
    }
    if (frame == NULL) {
      d->drops++;
      continue;
    }
    frame->due = now - age_nanos(&message, &wall);
    frame->cost = cost;
    frame->left = cost;
    frame->length = (uint32_t)length;
    memcpy(frame->bytes, buffer, (size_t)length);
    if (happens(d, d->corrupt)) {
      flip_a_bit(d, frame);
    }
    enqueue(d, class, frame);
  }
  return true;
}

/* ---- all directions ---- */

static struct direction *direction(int index) {
  return &directions[index / 2][index % 2];
}

/* Nanoseconds until there is something to do even if nothing arrives. */
static int64_t until_next(struct direction *d, int64_t now) {
  int64_t wait = NANOS_PER_SECOND;
  if (d->line.head != NULL && d->line.head->due - now < wait) {
    wait = d->line.head->due - now;
  }
  if (next_queue(d) >= 0 && free_at(d) - now < wait) {
    wait = free_at(d) - now;
  }
  return wait < 0 ? 0 : wait;
}

static struct timespec timespec_of(int64_t nanos) {
  return (struct timespec){.tv_sec = nanos / NANOS_PER_SECOND, .tv_nsec = nanos % NANOS_PER_SECOND};
}

/* Moves on what has been taken in; returns for how long there is nothing to do. */
static int64_t move(int64_t turn) {
  static int first;
  int64_t wait = NANOS_PER_SECOND;
  first = first + 1 < 2 * link_count ? first + 1 : 0;
  for (bool more = true; more;) {
    more = false;
    for (int i = 0; i < 2 * link_count; i++) {
      more |= transmit(direction((first + i) % (2 * link_count)), turn);
    }
  }
  for (int i = 0; i < 2 * link_count; i++) {
    struct direction *d = direction(i);
    while (d->line.head != NULL && d->line.head->due <= turn && deliver(d)) {
    }
    const int64_t until = until_next(d, turn);
    wait = until < wait ? until : wait;
  }
  return wait;
}

static void *run(void *unused) {
  (void)unused;
  prctl(PR_SET_TIMERSLACK, 1000);
  unsigned char *buffer = malloc(MAX_FRAME);
  if (buffer == NULL) {
    fail("no memory");
  }
  struct pollfd readable[2 * MAX_LINKS];
  for (int i = 0; i < 2 * link_count; i++) {
    readable[i] = (struct pollfd){.fd = direction(i)->in, .events = POLLIN};
  }
  for (;;) {
    const int64_t turn = now_nanos();
    const struct timespec wait = timespec_of(move(turn));
    ppoll(readable, 2 * (nfds_t)link_count, &wait, NULL);
    const int64_t early = turn + TURN_NANOS - now_nanos();
    if (early > 0) {
      const struct timespec rest = timespec_of(early);
      nanosleep(&rest, NULL);
      poll(readable, 2 * (nfds_t)link_count, 0);
    }
    bool failed = false;
    for (int i = 0; i < 2 * link_count; i++) {
      failed |= readable[i].revents != 0 && !receive(direction(i), buffer);
    }
    if (failed) {
      const struct timespec pause = timespec_of(ERROR_PAUSE_NANOS);
      nanosleep(&pause, NULL);
    }
  }
  return NULL;
}

/* ---- set-up ---- */

static int open_interface(const char *name) {
  const unsigned index = if_nametoindex(name);
  if (index == 0) {
    fail("no interface %s", name);
  }
  const int s = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
  const int on = 1;
  if (s < 0 || setsockopt(s, SOL_PACKET, PACKET_VNET_HDR, &on, sizeof on) < 0
      || setsockopt(s, SOL_PACKET, PACKET_IGNORE_OUTGOING, &on, sizeof on) < 0
      || setsockopt(s, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on) < 0) {
    fail("interface %s: packet socket: %s", name, strerror(errno));
  }
  const int size = SOCKET_BUFFER_BYTES;
  if (setsockopt(s, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof size) < 0) {
    setsockopt(s, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
  }
  if (setsockopt(s, SOL_SOCKET, SO_SNDBUFFORCE, &size, sizeof size) < 0) {
    setsockopt(s, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
  }
  struct sockaddr_ll address = {
      .sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_ALL), .sll_ifindex = (int)index};
  if (bind(s, (struct sockaddr *)&address, sizeof address) < 0) {
    fail("interface %s: bind: %s", name, strerror(errno));
  }
  return s;
}

static void read_config(const char *file) {
  FILE *config = fopen(file, "r");
  if (config == NULL) {
    fail("%s: %s", file, strerror(errno));
  }
  char a[IF_NAMESIZE], b[IF_NAMESIZE];
  unsigned long long rate[2], delay[2], queue[2];
  int fields;
  while ((fields = fscanf(config, "%15s %15s %llu %llu %llu %llu %llu %llu", a, b, &rate[0], &delay[0], &queue[0], &rate[1],
              &delay[1], &queue[1])) == 8) {
    if (link_count == MAX_LINKS || rate[0] == 0 || rate[1] == 0) {
      fail("%s: line %d: at most %d links, rates above 0", file, link_count + 1, MAX_LINKS);
    }
    const int ends[2] = {open_interface(a), open_interface(b)};
    for (int i = 0; i < 2; i++) {
      struct direction *d = &directions[link_count][i];
      d->in = ends[i];
      d->out = ends[1 - i];
      d->rate = rate[i];
      d->delay_nanos = (int64_t)delay[i];
      d->queue_limit = queue[i];
      d->random = 0x9E3779B97F4A7C15u * (uint64_t)(2 * link_count + i + 1);
    }
    link_count++;
  }
  if (fields != EOF) {
    fail("%s: line %d: expected 8 fields", file, link_count + 1);
  }
  fclose(config);
}

/* Delays are only as good as the scheduler: real-time where allowed, else as nice as can be. */
static void start_thread(void) {
  const struct sched_param lowest = {.sched_priority = 1};
  if (sched_setscheduler(0, SCHED_RR, &lowest) < 0) {
    setpriority(PRIO_PROCESS, 0, -20);
  }
  pthread_t thread;
  if (pthread_create(&thread, NULL, run, NULL) != 0) {
    fail("cannot start a thread");
  }
  pthread_detach(thread);
}

/* ---- control ---- */

static void write_statistics(FILE *out) {
  for (int i = 0; i < 2 * link_count; i++) {
    struct direction *d = direction(i);
    fprintf(out, "%d %s %s %llu %llu %llu %llu\n", i / 2 + 1, i % 2 == 0 ? "ab" : "ba", d->cut ? "cut" : "up",
        (unsigned long long)d->sent_bytes, (unsigned long long)d->sent_packets, (unsigned long long)d->drops,
        (unsigned long long)d->rate);
  }
}

/* False if it is no such command or has wrong values. */
static bool impair(const char *command) {
  int link;
  char side[3];
  unsigned cut, loss, corrupt, port;
  unsigned long long delay;
  if (sscanf(command, "impair %d %2s %u %llu %u %u %u", &link, side, &cut, &delay, &loss, &corrupt, &port) != 7 || link < 1
      || link > link_count || (strcmp(side, "ab") != 0 && strcmp(side, "ba") != 0) || loss > MILLION || corrupt > MILLION) {
    return false;
  }
  struct direction *d = &directions[link - 1][side[0] == 'b'];
  d->cut = cut != 0;
  d->delay_nanos = (int64_t)delay;
  d->loss = loss;
  d->corrupt_port = port;
  d->corrupt = corrupt;
  return true;
}

static void set_classes(const int values[CLASSES], int interactive, int bulk) {
  for (int i = 0; i < CLASSES; i++) {
    weights[i] = values[i];
  }
  for (int i = 0; i < DSCPS; i++) {
    class_of_mark[i] = i == interactive ? 0 : i == bulk ? CLASSES - 1 : NORMAL;
  }
}

/* False if it is no such command or has wrong values. */
static bool classes(const char *command) {
  int w[CLASSES], interactive, bulk;
  if (strncmp(command, "classes off", 11) == 0) {
    set_classes((const int[CLASSES]){1, 1, 1}, -1, -1);
    return true;
  }
  if (sscanf(command, "classes %d %d %d %d %d", &w[0], &w[1], &w[2], &interactive, &bulk) != 5 || interactive == bulk) {
    return false;
  }
  for (int i = 0; i < CLASSES; i++) {
    if (w[i] < 1 || w[i] > MAX_WEIGHT) {
      return false;
    }
  }
  if (interactive < 0 || interactive >= DSCPS || bulk < 0 || bulk >= DSCPS) {
    return false;
  }
  set_classes(w, interactive, bulk);
  return true;
}

/* False if it is no such command or has wrong values. */
static bool share_caps(const char *command) {
  int link;
  char side[3];
  unsigned number[CAPS];
  unsigned long long rate[CAPS];
  if (sscanf(command, "caps %d %2s %u %llu %u %llu", &link, side, &number[0], &rate[0], &number[1], &rate[1]) != 6 || link < 1
      || link > link_count || (strcmp(side, "ab") != 0 && strcmp(side, "ba") != 0)) {
    return false;
  }
  for (int i = 0; i < CAPS; i++) {
    if (number[i] > MAX_CAPS || (number[i] > 0 && rate[i] == 0)) {
      return false;
    }
  }
  for (int i = 0; i < CAPS; i++) {
    struct cap *cap = number[i] > 0 ? &caps[number[i] - 1] : NULL;
    if (cap != NULL) {
      cap->rate = rate[i];
    }
    directions[link - 1][side[0] == 'b'].caps[i] = cap;
  }
  return true;
}

static void execute(const char *command, FILE *out) {
  int link;
  char side[3];
  unsigned long long rate, queue;
  const bool is_cut = sscanf(command, "cut %d", &link) == 1;
  if (strncmp(command, "stats", 5) == 0) {
    write_statistics(out);
  } else if ((is_cut || sscanf(command, "restore %d", &link) == 1) && link >= 1 && link <= link_count) {
    directions[link - 1][0].cut = directions[link - 1][1].cut = is_cut;
    fputs("ok\n", out);
  } else if (sscanf(command, "rate %d %2s %llu %llu", &link, side, &rate, &queue) == 4 && link >= 1 && link <= link_count
      && rate > 0 && (strcmp(side, "ab") == 0 || strcmp(side, "ba") == 0)) {
    struct direction *d = &directions[link - 1][side[0] == 'b'];
    d->rate = rate;
    d->queue_limit = queue;
    fputs("ok\n", out);
  } else if (!impair(command) && !classes(command) && !share_caps(command)) {
    fputs("error unknown command, link or value\n", out);
  } else {
    fputs("ok\n", out);
  }
}

static void serve(int listener) {
  for (;;) {
    const int connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (connection < 0) {
      nanosleep(&(struct timespec){.tv_nsec = ERROR_PAUSE_NANOS}, NULL);
      continue;
    }
    const struct timeval patience = {.tv_sec = 2};
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    FILE *stream = fdopen(connection, "r+");
    if (stream == NULL) {
      close(connection);
      continue;
    }
    char command[MAX_COMMAND];
    if (fgets(command, sizeof command, stream) != NULL) {
      fseek(stream, 0, SEEK_CUR);
      execute(command, stream);
    }
    fclose(stream);
  }
}

static int listen_at(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) {
    fail("the path of the control socket is too long: %s", path);
  }
  strcpy(address.sun_path, path);
  unlink(path);
  umask(077);
  const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) < 0 || listen(listener, 16) < 0) {
    fail("%s: %s", path, strerror(errno));
  }
  return listener;
}

int main(int count, char **arguments) {
  if (count != 3) {
    fail("usage: terra-links CONFIG CONTROL_SOCKET");
  }
  signal(SIGPIPE, SIG_IGN);
  read_config(arguments[1]);
  start_thread();
  serve(listen_at(arguments[2]));
}
