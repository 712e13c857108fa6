package dev.terra.lab.security;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** A link whose bytes a hostile relay reads and changes on their way. */
final class TamperedLink implements AutoCloseable {
  private static final int BUFFER_BYTES = 64 << 10;
  private static final int BACKLOG = 128;

  private final ServerSocket server;
  private final String from;
  private final InetSocketAddress to;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile UnaryOperator<byte[]> hand = UnaryOperator.identity();

  private TamperedLink(ServerSocket server, String from, InetSocketAddress to) {
    this.server = server;
    this.from = from;
    this.to = to;
  }

  /** Opens a link from an address to another one; it listens at the first. */
  static TamperedLink open(String from, InetSocketAddress to) throws IOException {
    TamperedLink link = new TamperedLink(new ServerSocket(0, BACKLOG, InetAddress.getByName(from)), from, to);
    start(link::accept);
    return link;
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "tampered-link");
    thread.setDaemon(true);
    thread.start();
  }

  InetSocketAddress address() {
    return (InetSocketAddress) server.getLocalSocketAddress();
  }

  /** Applies a function to all bytes that are forwarded from this call on; the identity makes the link honest again. */
  void through(UnaryOperator<byte[]> changed) {
    hand = changed;
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        Socket onwards = new Socket();
        onwards.bind(new InetSocketAddress(from, 0));
        onwards.connect(to);
        socket.setTcpNoDelay(true);
        onwards.setTcpNoDelay(true);
        sockets.add(socket);
        sockets.add(onwards);
        start(() -> pump(socket, onwards, true));
        start(() -> pump(onwards, socket, false));
      } catch (IOException e) {
        // accept the next attempt
      }
    }
  }

  private void pump(Socket source, Socket target, boolean forwards) {
    byte[] buffer = new byte[BUFFER_BYTES];
    try (source; target) {
      InputStream in = source.getInputStream();
      OutputStream out = target.getOutputStream();
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        byte[] bytes = Arrays.copyOf(buffer, count);
        out.write(forwards ? hand.apply(bytes) : bytes);
      }
    } catch (IOException e) {
      // one end has closed the connection
    }
    sockets.remove(source);
    sockets.remove(target);
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
