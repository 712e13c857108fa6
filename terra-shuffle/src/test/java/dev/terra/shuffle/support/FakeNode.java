package dev.terra.shuffle.support;

import com.google.common.net.InetAddresses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A faulty server, which a redirected reducer reaches in place of its own node's handler. */
public final class FakeNode implements AutoCloseable {
  private final ServerSocket server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final Behaviour behaviour;

  /** What this server does with a request. */
  public enum Behaviour {
    /** Closes the connection in order, without an answer. */
    CLOSES,
    /** Sends nothing. */
    IS_SILENT,
    /** Sends bytes that are not HTTP. */
    TALKS_NONSENSE,
    /** Sends fewer bytes than it has announced. */
    BREAKS_OFF,
    /** Sends a whole response with a wrong reply hash. */
    FORGES
  }

  /** Listens on loopback. */
  public FakeNode(Behaviour behaviour) {
    this.behaviour = behaviour;
    try {
      server = new ServerSocket(0, 50, InetAddresses.forString("127.0.0.1"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.execute(this::accept);
  }

  /** Returns the port at which this server listens. */
  public int port() {
    return server.getLocalPort();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        sockets.add(socket);
        threads.execute(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try {
      String answer = switch (behaviour) {
        case CLOSES, IS_SILENT -> "";
        case TALKS_NONSENSE -> "nonsense\r\n\r\n".repeat(100);
        case BREAKS_OFF -> head(500_000) + "x".repeat(1_000);
        case FORGES -> head(10) + "x".repeat(10);
      };
      socket.getInputStream().read(new byte[4_096]);
      socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
      if (behaviour != Behaviour.IS_SILENT) {
        socket.close();
      }
    } catch (IOException e) {
      // The reducer has given up this connection.
    }
  }

  private static String head(int length) {
    return "HTTP/1.1 200 OK\r\nname: mapreduce\r\nversion: 1.0.0\r\nReplyHash: AAAAAAAAAAAAAAAAAAAAAAAAAAA=\r\nContent-Length: "
        + length + "\r\n\r\n";
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
    threads.shutdownNow();
  }
}
