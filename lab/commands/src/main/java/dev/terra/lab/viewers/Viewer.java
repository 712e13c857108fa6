package dev.terra.lab.viewers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/** A viewer, which reads live updates and discards them, on a thread of its own. */
final class Viewer implements AutoCloseable {
  private static final int BUFFER_BYTES = 64 << 10;

  private final Socket socket = new Socket();
  private final Thread thread;
  private final AtomicLong bytes = new AtomicLong();

  Viewer(InetSocketAddress server) {
    try {
      socket.connect(server);
      socket.getOutputStream().write("GET /api/v1/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    thread = new Thread(this::read, "viewer");
    thread.setDaemon(true);
    thread.start();
  }

  private void read() {
    byte[] buffer = new byte[BUFFER_BYTES];
    try (InputStream in = socket.getInputStream()) {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        bytes.addAndGet(count);
      }
    } catch (IOException e) {
      // the viewer was closed
    }
  }

  /** Returns the number of bytes that it has read. */
  long bytes() {
    return bytes.get();
  }

  @Override
  public void close() {
    try {
      socket.close();
      thread.join();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
