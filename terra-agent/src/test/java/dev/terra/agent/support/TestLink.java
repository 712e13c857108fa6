package dev.terra.agent.support;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/**
 * One direction of opening of an emulated link. It forwards connections to an address that may become known later. It can be cut, made to
 * swallow everything, slowed down, or made to flip a bit.
 */
public final class TestLink implements Closeable {
  private static final long NEVER = Long.MAX_VALUE;

  private final ServerSocket server;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicLong forwarded = new AtomicLong();
  private volatile InetSocketAddress target;
  private volatile boolean cut;
  private volatile boolean swallowing;
  private volatile long bytesPerSecond;
  private final AtomicLong flipAt = new AtomicLong(NEVER);
  private final Object stall = new Object();
  private boolean stalled;
  private volatile UnaryOperator<byte[]> forwards = UnaryOperator.identity();

  /** Creates a link that listens already. */
  public TestLink() throws IOException {
    server = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    start("test-link-accept", this::accept);
  }

  private static void start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Sets the address to which the link leads. */
  public void target(InetSocketAddress address) {
    target = address;
  }

  /** Returns the port at which the link begins. */
  public int port() {
    return server.getLocalPort();
  }

  /** Resets all connections and refuses new ones. */
  public void cut() {
    cut = true;
    sockets.forEach(TestLink::reset);
    sockets.clear();
  }

  /** Swallows every byte from now on, and keeps the connections open. */
  public void swallow() {
    swallowing = true;
  }

  /** Ends a cut or a swallowing. Connections whose bytes were swallowed stay dead. */
  public void restore() {
    sockets.forEach(TestLink::reset);
    sockets.clear();
    cut = false;
    swallowing = false;
  }

  /** Holds every byte back from now on, until {@link #resume}: nothing is lost. */
  public void stall() {
    synchronized (stall) {
      stalled = true;
    }
  }

  /** Forwards the bytes that were held back. */
  public void resume() {
    synchronized (stall) {
      stalled = false;
      stall.notifyAll();
    }
  }

  private void awaitTurn() throws IOException {
    synchronized (stall) {
      while (stalled) {
        try {
          stall.wait();
        } catch (InterruptedException e) {
          throw new InterruptedIOException(e.getMessage());
        }
      }
    }
  }

  /** Passes all bytes that the link carries forwards through a function, which may change them. */
  public void through(UnaryOperator<byte[]> reader) {
    forwards = reader;
  }

  /** Limits the rate at which the link carries bytes forwards. */
  public void rate(long limitBytesPerSecond) {
    bytesPerSecond = limitBytesPerSecond;
  }

  /** Flips one bit of a byte on its way forwards, after this many more bytes. */
  public void flipAfter(long bytes) {
    flipAt.set(forwarded.get() + bytes);
  }

  /** Returns how many bytes the link has carried forwards. */
  public long forwardedBytes() {
    return forwarded.get();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket from = server.accept();
        InetSocketAddress to = target;
        if (cut || to == null) {
          reset(from);
          continue;
        }
        Socket onwards = new Socket();
        onwards.connect(to, 1_000);
        sockets.add(from);
        sockets.add(onwards);
        from.setTcpNoDelay(true);
        onwards.setTcpNoDelay(true);
        start("test-link-forth", () -> pump(from, onwards, true));
        start("test-link-back", () -> pump(onwards, from, false));
      } catch (IOException e) {
        // the next attempt may succeed; a closed server ends the loop
      }
    }
  }

  private void pump(Socket from, Socket to, boolean onwards) {
    byte[] buffer = new byte[16 << 10];
    try (from; to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      int count = in.read(buffer);
      while (count >= 0) {
        awaitTurn();
        if (!swallowing) {
          out.write(onwards ? disturbed(buffer, count) : Arrays.copyOf(buffer, count));
        }
        count = in.read(buffer);
      }
    } catch (IOException e) {
      // a reset is what a cut looks like
    }
    sockets.remove(from);
    sockets.remove(to);
  }

  private byte[] disturbed(byte[] buffer, int count) {
    disturb(buffer, count);
    return forwards.apply(Arrays.copyOf(buffer, count));
  }

  private void disturb(byte[] buffer, int count) {
    long before = forwarded.getAndAdd(count);
    long flip = flipAt.get();
    if (flip < before + count && flip >= before) {
      buffer[(int) (flip - before)] ^= 0x10;
      flipAt.set(NEVER);
    }
    if (bytesPerSecond > 0) {
      java.util.concurrent.locks.LockSupport.parkNanos(count * 1_000_000_000L / bytesPerSecond);
    }
  }

  private static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      // closed already
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    resume();
    cut();
  }
}
