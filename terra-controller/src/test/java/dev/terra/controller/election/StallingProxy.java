package dev.terra.controller.election;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A proxy between two processes. It can hold back all bytes, as if a process stood still, or cut the connections. */
final class StallingProxy implements AutoCloseable {
  private final ServerSocket server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
  private final int target;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();
  private volatile boolean refusing;
  private boolean stalled;
  private volatile boolean closed;

  StallingProxy(int target) throws IOException {
    this.target = target;
    thread(this::accept);
  }

  InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
  }

  /** Returns how many connections this proxy has passed on to its target so far. */
  int connections() {
    return connections.get();
  }

  private static void thread(Runnable task) {
    Thread thread = new Thread(task, "proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!closed) {
      try {
        Socket near = server.accept();
        sockets.add(near);
        if (closed || refusing) {
          cut();
          continue;
        }
        Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.add(far);
        connections.incrementAndGet();
        thread(() -> pump(near, far));
        thread(() -> pump(far, near));
      } catch (IOException e) {
        cut();
      }
    }
  }

  private void pump(Socket from, Socket to) {
    byte[] buffer = new byte[8192];
    try (from; to; InputStream in = from.getInputStream(); OutputStream out = to.getOutputStream()) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        awaitGoing();
        out.write(buffer, 0, n);
      }
    } catch (IOException | InterruptedException e) {
      // when one end is closed, the other is closed, too
    }
  }

  private synchronized void awaitGoing() throws InterruptedException {
    while (stalled && !closed) {
      wait();
    }
  }

  /** Ends all connections, and accepts none until {@link #admit}. */
  void refuse() {
    refusing = true;
    cut();
  }

  /** Accepts connections again. */
  void admit() {
    refusing = false;
  }

  /** Holds back all bytes until {@link #resume}. */
  synchronized void stall() {
    stalled = true;
  }

  /** Lets the bytes pass that were held back. */
  synchronized void resume() {
    stalled = false;
    notifyAll();
  }

  /** Ends all connections. New connections are still accepted. */
  void cut() {
    for (Socket socket : sockets) {
      try {
        socket.close();
      } catch (IOException e) {
        // the connection is already closed
      }
    }
    sockets.clear();
  }

  @Override
  public void close() throws IOException {
    closed = true;
    server.close();
    resume();
    cut();
  }
}
