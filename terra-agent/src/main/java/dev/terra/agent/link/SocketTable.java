package dev.terra.agent.link;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What Linux says of this host's TCP connections at a moment, from {@code /proc/net/tcp} and {@code /proc/net/tcp6}: how much waits in each
 * socket, and how much of that TCP lets under way at once. Each line has addresses and ports in hexadecimal digits, an address as words of
 * 32 bits in the machine's own order of bytes; see the kernel's Documentation/networking/proc_net_tcp.rst. Immutable.
 */
final class SocketTable {
  private static final List<Path> FILES = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int QUEUES = 4;
  private static final int WINDOW = 15;
  private static final int HEX = 16;
  /** The last word of an address is enough, together with both ports. */
  private static final int WORD_DIGITS = 8;
  private static final int WORD_BYTES = 4;

  private final Map<Key, Socket> sockets = new HashMap<>();

  /** A connection: its ports, and the last word of the far end's address as the table writes it. */
  private record Key(int localPort, int remotePort, String remoteWord) {}

  /**
   * A connection's state.
   *
   * @param queuedBytes given to the socket and not yet acknowledged
   * @param windowSegments that TCP allows under way at once
   */
  record Socket(long queuedBytes, long windowSegments) {
    /** What is under way in the network, if segments have that size. */
    long flightBytes(int segmentBytes) {
      return Math.min(queuedBytes, windowSegments * segmentBytes);
    }
  }

  /** Reads lines; those that are no connection's are left out. */
  SocketTable(Iterable<String> lines) {
    lines.forEach(this::read);
  }

  /** What there is now; empty where there is no such table. Sockets of IPv4 alone are in the first one, which is then enough. */
  static Optional<SocketTable> now() {
    try {
      StringBuilder text = new StringBuilder();
      for (Path file : Boolean.getBoolean("java.net.preferIPv4Stack") ? FILES.subList(0, 1) : FILES) {
        if (Files.isReadable(file)) {
          text.append(Files.readString(file, StandardCharsets.US_ASCII));
        }
      }
      return text.isEmpty() ? Optional.empty() : Optional.of(new SocketTable(() -> text.toString().lines().iterator()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private void read(String line) {
    String[] fields = line.strip().split(" +");
    if (fields.length <= WINDOW || !fields[LOCAL].contains(":")) {
      return;
    }
    String[] local = fields[LOCAL].split(":");
    String[] remote = fields[REMOTE].split(":");
    sockets.put(new Key(Integer.parseInt(local[1], HEX), Integer.parseInt(remote[1], HEX), lastWord(remote[0])),
        new Socket(Long.parseLong(fields[QUEUES].split(":")[0], HEX), Long.parseLong(fields[WINDOW])));
  }

  private static String lastWord(String address) {
    return address.substring(address.length() - WORD_DIGITS);
  }

  /** The connection between two addresses, if it is there. */
  Optional<Socket> socket(InetSocketAddress local, InetSocketAddress remote) {
    return Optional.ofNullable(sockets.get(new Key(local.getPort(), remote.getPort(), lastWord(remote.getAddress()))));
  }

  private static String lastWord(InetAddress address) {
    byte[] bytes = address.getAddress();
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < WORD_BYTES; i++) {
      int at = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? bytes.length - 1 - i : bytes.length - WORD_BYTES + i;
      word.append(String.format(Locale.ROOT, "%02X", bytes[at]));
    }
    return word.toString();
  }
}
