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
 * What Linux says of this host's TCP connections at a moment, from {@code /proc/net/tcp} and {@code /proc/net/tcp6}: how much waits in each
 * socket, and how much of that TCP lets under way at once. Each line has addresses and ports in hexadecimal digits, an address as words of
 * 32 bits in the machine's own order of bytes; see the kernel's Documentation/networking/proc_net_tcp.rst. Immutable.
 */
final class SocketTable {
  private static final List<Path> FILES = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
  private static final Splitter FIELDS = Splitter.on(' ').omitEmptyStrings();
  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int QUEUES = 4;
  private static final int WINDOW = 15;
  private static final int HEX = 16;
  /** The last word of an address is enough, together with both ports. */
  private static final int WORD_DIGITS = 8;

  private final Map<Key, Socket> sockets = new HashMap<>();

  /** A connection: its ports, and the last word of the far end's address, a number as the machine reads it. */
  private record Key(int localPort, int remotePort, int remoteWord) {}

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

  /** The connection between two addresses, if it is there. */
  Optional<Socket> socket(InetSocketAddress local, InetSocketAddress remote) {
    return Optional.ofNullable(sockets.get(new Key(local.getPort(), remote.getPort(), lastWord(remote.getAddress()))));
  }

  private static int lastWord(InetAddress address) {
    byte[] bytes = address.getAddress();
    return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).getInt(bytes.length - Integer.BYTES);
  }
}
