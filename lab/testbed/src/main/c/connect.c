/*
 * Joins standard input and output to a TCP connection: terra-connect IP PORT
 *
 * Run inside a host's network namespace, it lets a process outside talk to a service inside. It ends when the service closes.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Copies what is there. 0 at the end of the input, -1 if one side failed. */
static ssize_t copy(int from, int to) {
  char buffer[65536];
  const ssize_t length = read(from, buffer, sizeof buffer);
  for (ssize_t done = 0; done < length;) {
    const ssize_t written = write(to, buffer + done, (size_t)(length - done));
    if (written <= 0) {
      return -1;
    }
    done += written;
  }
  return length;
}

int main(int count, char **arguments) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  if (count != 3 || inet_pton(AF_INET, arguments[1], &address.sin_addr) != 1) {
    fputs("usage: terra-connect IP PORT\n", stderr);
    return 2;
  }
  address.sin_port = htons((unsigned short)atoi(arguments[2]));
  const int s = socket(AF_INET, SOCK_STREAM, 0);
  if (s < 0 || connect(s, (struct sockaddr *)&address, sizeof address) < 0) {
    perror(arguments[1]);
    return 1;
  }
  struct pollfd sides[2] = {{.fd = 0, .events = POLLIN}, {.fd = s, .events = POLLIN}};
  for (;;) {
    if (poll(sides, 2, -1) < 0) {
      return 1;
    }
    if (sides[1].revents != 0) {
      const ssize_t length = copy(s, 1);
      if (length <= 0) {
        return length == 0 ? 0 : 1;
      }
    }
    if (sides[0].revents != 0 && copy(0, s) <= 0) {
      sides[0].fd = -1; /* the connection stays: many servers take half a close for a whole one */
    }
  }
}
