/*
 * Loaded into Open vSwitch (LD_PRELOAD): its packet sockets get room for what arrives while it has no processor, as a network card's
 * rings do. By the kernel's default it is three offload frames, and what comes after is lost, which no link of the testbed has done.
 */
#define _GNU_SOURCE
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
  RECEIVE_BUFFER_BYTES = 32 << 20, /* as the emulator of the links has */
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
