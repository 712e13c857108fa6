package dev.terra.agent.link;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A snapshot of Linux's data about this host's TCP connections, from {@code /proc/net/tcp} and {@code /proc/net/tcp6}: how much waits in
 * each socket, and how much of that TCP allows under way at once. Each line has addresses and ports in hexadecimal digits. An address has
 * words of 32 bits in the machine's own byte order; see the kernel's Documentation/networking/proc_net_tcp.rst. Immutable.
 */
final class SocketTable {
  private static final List<Path> FILES = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
  private static final Splitter FIELDS = Splitter.on(' ').omitEmptyStrings();
  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int QUEUES = 4;
  private static final int WINDOW = 15;
  private static final int HEX = 16;
  /** The digits of an address's last word, which is enough together with both ports. */
  private static final int WORD_DIGITS = 8;

  private final Map<Key, Socket> sockets = new HashMap<>();

  /** The key of a connection: its ports, and the last word of the far end's address, as a number in the machine's byte order. */
  private record Key(int localPort, int remotePort, int remoteWord) {}

  /**
   * The state of a connection.
   *
   * @param queuedBytes the bytes that were given to the socket and are not acknowledged
   * @param windowSegments the segments that TCP allows under way at once
   */
  record Socket(long queuedBytes, long windowSegments) {
    /** Returns the bytes that are under way in the network, if segments have that size. */
    long flightBytes(int segmentBytes) {
      return Math.min(queuedBytes, windowSegments * segmentBytes);
    }
  }

  /** Reads lines. Lines that describe no connection are left out. */
  SocketTable(Iterable<String> lines) {
    lines.forEach(this::read);
  }

  /** Returns the present table; empty where the host has none. Where only IPv4 is used, the first file has all sockets. */
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
    List<String> fields = FIELDS.splitToList(line);
    if (fields.size() <= WINDOW || fields.get(LOCAL).indexOf(':') < 0) {
      return;
    }
    String local = fields.get(LOCAL);
    String remote = fields.get(REMOTE);
    String queues = fields.get(QUEUES);
    int colon = remote.indexOf(':');
    int remoteWord = Integer.parseUnsignedInt(remote, colon - WORD_DIGITS, colon, HEX);
    sockets.put(new Key(port(local), port(remote), remoteWord),
        new Socket(Long.parseLong(queues, 0, queues.indexOf(':'), HEX), Long.parseLong(fields.get(WINDOW))));
  }

  private static int port(String address) {
    return Integer.parseInt(address, address.indexOf(':') + 1, address.length(), HEX);
  }

  /** Returns the connection between two addresses, if it exists. */
  Optional<Socket> socket(InetSocketAddress local, InetSocketAddress remote) {
    return Optional.ofNullable(sockets.get(new Key(local.getPort(), remote.getPort(), lastWord(remote.getAddress()))));
  }

  private static int lastWord(InetAddress address) {
    byte[] bytes = address.getAddress();
    return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).getInt(bytes.length - Integer.BYTES);
  }
}
