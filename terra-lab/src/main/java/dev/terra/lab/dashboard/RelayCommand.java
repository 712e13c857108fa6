package dev.terra.lab.dashboard;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Passes the bytes of connections on, both ways: by a file between them, two of these join a testbed's host with the machine. */
@Command(name = "relay", hidden = true, description = "Passes connections on.")
public final class RelayCommand implements Callable<Integer> {
  private static final int BUFFER_BYTES = 1 << 16;
  /** A browser has six connections to a host; ten browsers may look. */
  private static final int MAX_CONNECTIONS = 64;

  @Option(names = "--from", required = true, paramLabel = "END", description = "where to listen: HOST:PORT or unix:FILE")
  private String from;

  @Option(names = "--to", required = true, paramLabel = "END", description = "where to connect to: HOST:PORT or unix:FILE")
  private String to;

  private final Semaphore free = new Semaphore(MAX_CONNECTIONS);

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (ServerSocketChannel server = new RelayEnd(from).listen()) {
      while (true) {
        free.acquire();
        SocketChannel client = server.accept();
        start(() -> join(client));
      }
    }
  }

  private void join(SocketChannel client) {
    try (client; SocketChannel target = new RelayEnd(to).connect()) {
      Thread back = start(() -> pass(target, client));
      pass(client, target);
      back.join();
    } catch (IOException e) {
      return; // nobody is there: the client sees its connection end
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      free.release();
    }
  }

  /** Passes bytes on until their source ends; then the other side is told so. */
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
        // it is gone all the same
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
