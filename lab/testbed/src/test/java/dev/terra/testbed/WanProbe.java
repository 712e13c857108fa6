package dev.terra.testbed;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;

/**
 * A program that runs inside the testbed's hosts and measures. {@code sink PORT} reads the bytes of connections, one after the other.
 * {@code meter PORT SECONDS} prints how many bytes per second one connection carries in the given time, which begins two seconds after
 * the connection. {@code rtt FROM TO PORT} prints the least time in which a connection is opened, in milliseconds, or "timeout".
 * {@code send FROM TO PORT SECONDS [MARK]} sends as fast as it can, with a differentiated services code point. {@code bytes FROM TO PORT
 * BYTES} sends the given number of bytes.
 */
public final class WanProbe {
  private static final int CONNECT_MILLIS = 1500;
  /** The number of connections that are timed, of which the least time counts. The first is slow, since Java loads its classes. */
  private static final int RTT_SAMPLES = 8;

  private static final double METER_WARM_UP_SECONDS = 2;

  private WanProbe() {}

  /** Runs a measurement. */
  public static void main(String[] arguments) throws IOException {
    switch (arguments[0]) {
      case "sink" -> sink(Integer.parseInt(arguments[1]));
      case "meter" -> meter(Integer.parseInt(arguments[1]), Double.parseDouble(arguments[2]));
      case "rtt" -> System.out.println(rtt(arguments[1], arguments[2], Integer.parseInt(arguments[3])));
      case "send" -> send(arguments[1], arguments[2], Integer.parseInt(arguments[3]), Double.parseDouble(arguments[4]),
          arguments.length > 5 ? Integer.parseInt(arguments[5]) : 0);
      case "bytes" -> bytes(arguments[1], arguments[2], Integer.parseInt(arguments[3]), Integer.parseInt(arguments[4]));
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  private static void sink(int port) throws IOException {
    try (ServerSocket server = new ServerSocket(port)) {
      System.out.println("ready");
      while (true) {
        try (Socket socket = server.accept()) {
          discard(socket.getInputStream());
        }
      }
    }
  }

  /** Measures after a warm-up, by the end of which both senders have begun. */
  private static void meter(int port, double seconds) throws IOException {
    try (ServerSocket server = new ServerSocket(port)) {
      System.out.println("ready");
      try (Socket socket = server.accept()) {
        read(socket.getInputStream(), METER_WARM_UP_SECONDS);
        System.out.println(read(socket.getInputStream(), seconds));
      }
    }
  }

  private static double read(InputStream in, double seconds) throws IOException {
    byte[] buffer = new byte[1 << 16];
    long start = System.nanoTime();
    long bytes = 0;
    while (System.nanoTime() - start < seconds * 1e9) {
      int length = in.read(buffer);
      if (length < 0) {
        throw new IOException("the sender ended before the time was over");
      }
      bytes += length;
    }
    return bytes / ((System.nanoTime() - start) / 1e9);
  }

  private static void discard(InputStream in) {
    byte[] buffer = new byte[1 << 16];
    try {
      int length = 0;
      while (length >= 0) {
        length = in.read(buffer);
      }
    } catch (IOException e) {
      // The sender reports a connection that breaks.
      return;
    }
  }

  private static Socket connect(String from, String to, int port) throws IOException {
    Socket socket = new Socket();
    socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
    socket.connect(new InetSocketAddress(InetAddress.getByName(to), port), CONNECT_MILLIS);
    return socket;
  }

  private static String rtt(String from, String to, int port) throws IOException {
    double best = Double.MAX_VALUE;
    try {
      for (int i = 0; i < RTT_SAMPLES; i++) {
        long start = System.nanoTime();
        Socket socket = connect(from, to, port);
        best = Math.min(best, (System.nanoTime() - start) / 1e6);
        socket.close();
      }
      return Double.toString(best);
    } catch (SocketTimeoutException e) {
      return "timeout";
    }
  }

  private static void send(String from, String to, int port, double seconds, int mark) throws IOException {
    try (Socket socket = connect(from, to, port)) {
      socket.setTrafficClass(mark << 2);
      byte[] buffer = new byte[1 << 16];
      long end = System.nanoTime() + (long) (seconds * 1e9);
      while (System.nanoTime() < end) {
        socket.getOutputStream().write(buffer);
      }
    }
  }

  private static void bytes(String from, String to, int port, int bytes) throws IOException {
    try (Socket socket = connect(from, to, port)) {
      socket.getOutputStream().write(new byte[bytes]);
    }
  }
}
