package dev.terra.lab.security;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Floods of each port with as many connections as the hostile process can open, some of them silent, some that send
 * what is not a message. Meanwhile an honest reader reads, at the pace of its link, and may take at most a tenth longer
 * than without the flood.
 */
final class Floods {
  private static final double MOST_SLOWDOWN = 1.10;
  private static final long MOST_HEAP_BYTES = 400L << 20;
  private static final int CONNECTIONS = 1_000;
  private static final int FIRST_ADDRESS = 66;
  private static final int ADDRESSES = 32;
  private static final int READS = 3;
  private static final int PARTITIONS = 4;
  private static final byte[] NONSENSE = new byte[4_096];

  private final SecurityBed bed;
  private int nextPartition = 8;

  Floods(SecurityBed bed) {
    this.bed = bed;
  }

  /** Returns one row for each port. */
  List<SecurityRow> rows() throws IOException {
    double quiet = seconds();
    List<SecurityRow> rows = new ArrayList<>();
    rows.add(flood("controller port (7100)", bed.controllerAddress(), quiet));
    rows.add(flood("HTTP port (7180)", bed.http(), quiet));
    rows.add(flood("tunnel port (7200)", bed.tunnels("B"), quiet));
    rows.add(flood("site port (7201)", bed.handlers("B"), quiet));
    rows.add(flood("fetch port (7202)", bed.fetches("B"), quiet));
    rows.add(flood("segment port (13563)", bed.segments("A"), quiet));
    return rows;
  }

  /** Returns the least time of some reads, seconds: other work of the machine makes reads longer, never shorter. */
  private double seconds() throws IOException {
    HonestReader reader = new HonestReader(bed);
    double least = Double.MAX_VALUE;
    for (int i = 0; i < READS; i++) {
      least = Math.min(least, reader.read(nextPartition, PARTITIONS).seconds());
      nextPartition += PARTITIONS;
      if (nextPartition + PARTITIONS > BedNode.PARTITIONS) {
        nextPartition = 8;
      }
    }
    return least;
  }

  private SecurityRow flood(String port, InetSocketAddress address, double quiet) throws IOException {
    List<Socket> open = new ArrayList<>();
    try {
      IntStream.range(0, CONNECTIONS).forEach(i -> open(from(i), address, i % 2 == 0).ifPresent(open::add));
      double slowdown = seconds() / quiet;
      Runtime runtime = Runtime.getRuntime();
      System.gc();
      long heap = runtime.totalMemory() - runtime.freeMemory();
      String outcome = String.format(Locale.ROOT, "%d of %d connections stand; an honest read takes %.2f times as long; %d MiB of heap",
          open.stream().filter(Floods::stands).count(), CONNECTIONS, slowdown, heap >> 20);
      return new SecurityRow(port, "flood", outcome, slowdown <= MOST_SLOWDOWN && heap <= MOST_HEAP_BYTES);
    } finally {
      open.forEach(Floods::close);
    }
  }

  /** Returns the address of a connection. Half of the connections come from one address, the others from many. */
  private static String from(int number) {
    return "127.81.3." + (number < CONNECTIONS / 2 ? FIRST_ADDRESS : FIRST_ADDRESS + 1 + number % ADDRESSES);
  }

  private static Optional<Socket> open(String from, InetSocketAddress address, boolean talks) {
    try {
      Socket socket = HostileClient.connect(from, address, Optional.empty());
      if (talks) {
        socket.getOutputStream().write(NONSENSE);
      }
      return Optional.of(socket);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Returns whether the other end keeps a connection. */
  private static boolean stands(Socket socket) {
    try {
      socket.setSoTimeout(1);
      return socket.getInputStream().read() >= 0;
    } catch (SocketTimeoutException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
