package dev.terra.testbed.net;

import dev.terra.testbed.os.OwnJava;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * A relay of the bytes of connections, in both directions: {@code ByteRelay FROM TO}, each {@code HOST:PORT} or {@code
 * unix:FILE}. With a file between them, two relays join a testbed's host with the machine.
 */
public final class ByteRelay {
  private static final int BUFFER_BYTES = 1 << 16;
  /**
   * The most connections. A browser has six connections to a host, and ten browsers may be open; a switch has one
   * connection to ONOS.
   */
  private static final int MAX_CONNECTIONS = 64;
  private static final int MEGABYTES = 48;

  private final RelayEnd from;
  private final RelayEnd to;
  private final Semaphore free = new Semaphore(MAX_CONNECTIONS);

  ByteRelay(String from, String to) {
    this.from = new RelayEnd(from);
    this.to = new RelayEnd(to);
  }

  /** Relays until it is killed. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    new ByteRelay(arguments[0], arguments[1]).serve();
  }

  /** Returns the command line of a relay in a process of its own. */
  public static List<String> command(String from, String to) {
    return List.of(OwnJava.command(), "-Xmx" + MEGABYTES + "m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData",
        "-Djava.net.preferIPv4Stack=true", "-cp", System.getProperty("java.class.path"), ByteRelay.class.getName(), from, to);
  }

  /** Relays until the thread is interrupted. */
  void serve() throws IOException, InterruptedException {
    try (ServerSocketChannel server = from.listen()) {
      while (true) {
        free.acquire();
        SocketChannel client = server.accept();
        start(() -> join(client));
      }
    }
  }

  private void join(SocketChannel client) {
    try (client; SocketChannel target = to.connect()) {
      Thread back = start(() -> pass(target, client));
      pass(client, target);
      back.join();
    } catch (IOException e) {
      return; // no server is there: the client's connection ends
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      free.release();
    }
  }

  /** Relays bytes until their source ends; then the other side gets the end. */
  private static void pass(SocketChannel source, SocketChannel target) {
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    try {
      while (source.read(buffer) >= 0) {
        buffer.flip();
        while (buffer.hasRemaining()) {
          target.write(buffer);
        }
        buffer.clear();
      }
      target.shutdownOutput();
    } catch (IOException e) {
      closeBoth(source, target);
    }
  }

  private static void closeBoth(SocketChannel one, SocketChannel other) {
    for (SocketChannel channel : List.of(one, other)) {
      try {
        channel.close();
      } catch (IOException e) {
        // the connection has ended already
      }
    }
  }

  private static Thread start(Runnable task) {
    Thread thread = new Thread(task, "relay");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
