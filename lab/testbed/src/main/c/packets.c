/*
 * Loaded into Open vSwitch (LD_PRELOAD), whose packet sockets are to do what a network card and its driver do:
 *
 *   room      for what arrives while it has no processor, as a card's rings have. By the kernel's default it is three offload frames, and
 *             what comes after is lost, which no link of the testbed has done.
 *   segments  of offload frames stay as large as their sender made them. The switch forgets that size, and tells the kernel one that leaves
 *             room for an Ethernet header and none for TCP's options: two segments would become three packets.
 */
#define _GNU_SOURCE
#include <linux/if_ether.h>
#include <linux/virtio_net.h>
#include <netinet/in.h>
#include <netinet/ip.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
  RECEIVE_BUFFER_BYTES = 32 << 20, /* as the emulator of the links has */
  MTU = 1500,                      /* of all interfaces of the testbed */
  NETWORK = sizeof(struct virtio_net_hdr) + ETH_HLEN,
};

int socket(int domain, int type, int protocol) {
  const int s = (int)syscall(SYS_socket, domain, type, protocol);
  if (s >= 0 && domain == AF_PACKET) {
    const int size = RECEIVE_BUFFER_BYTES;
    if (setsockopt(s, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof size) < 0) {
      setsockopt(s, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
    }
  }
  return s;
}

/* Of an offload frame of TCP (virtio header, Ethernet, IPv4, TCP) the segments' size, as full packets have it. */
static void restore_segments(unsigned char *bytes, size_t length) {
  struct virtio_net_hdr offload;
  struct iphdr ip;
  struct tcphdr tcp;
  if (length < NETWORK + sizeof ip + sizeof tcp) {
    return;
  }
  memcpy(&offload, bytes, sizeof offload);
  memcpy(&ip, bytes + NETWORK, sizeof ip);
  const size_t transport = NETWORK + ip.ihl * 4u;
  if (offload.gso_type != VIRTIO_NET_HDR_GSO_TCPV4 || ip.protocol != IPPROTO_TCP || length < transport + sizeof tcp) {
    return;
  }
  memcpy(&tcp, bytes + transport, sizeof tcp);
  const uint16_t headers = (uint16_t)(ip.ihl * 4u + tcp.doff * 4u);
  offload.gso_size = (uint16_t)(MTU - headers);
  offload.hdr_len = (uint16_t)(ETH_HLEN + headers);
  memcpy(bytes, &offload, sizeof offload);
}

static int is_packet_socket(int s) {
  int domain = 0;
  socklen_t length = sizeof domain;
  return getsockopt(s, SOL_SOCKET, SO_DOMAIN, &domain, &length) == 0 && domain == AF_PACKET;
}

int sendmmsg(int s, struct mmsghdr *messages, unsigned count, int flags) {
  if (is_packet_socket(s)) {
    for (unsigned i = 0; i < count; i++) {
      const struct iovec *place = messages[i].msg_hdr.msg_iov;
      restore_segments(place->iov_base, place->iov_len);
    }
  }
  return (int)syscall(SYS_sendmmsg, s, messages, count, flags);
}
