package dev.terra.lab.security;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A hostile HTTP server. It stores the requests that it receives, and may redirect its callers. */
final class Trap implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 5_000;

  private final ServerSocket server;
  private final String answer;
  private final Queue<String> heads = new ConcurrentLinkedQueue<>();

  private Trap(ServerSocket server, String answer) {
    this.server = server;
    this.answer = answer;
  }

  /** Starts a server at an address that answers with an empty object. */
  static Trap at(String ip) throws IOException {
    return at(ip, "200 OK\r\nContent-Type: application/json");
  }

  /** Starts a server at an address; {@code head} begins with the status of all answers. */
  static Trap at(String ip, String head) throws IOException {
    Trap trap = new Trap(new ServerSocket(0, 16, InetAddress.getByName(ip)), head);
    Thread thread = new Thread(trap::serve, "trap");
    thread.setDaemon(true);
    thread.start();
    return trap;
  }

  private void serve() {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        socket.setSoTimeout(PATIENCE_MILLIS);
        BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
        StringBuilder head = new StringBuilder();
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
          head.append(line).append('\n');
        }
        heads.add(head.toString());
        socket.getOutputStream().write(("HTTP/1.1 " + answer + "\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
            .getBytes(StandardCharsets.ISO_8859_1));
      } catch (IOException e) {
        // accept the next connection
      }
    }
  }

  String address() {
    InetSocketAddress address = (InetSocketAddress) server.getLocalSocketAddress();
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  int port() {
    return server.getLocalPort();
  }

  /** Returns whether a client connected. */
  boolean wasVisited() {
    return !heads.isEmpty();
  }

  /** Returns whether a client sent a secret in its head, in any field. */
  boolean has(String secret) {
    return heads.stream().anyMatch(head -> head.contains(secret));
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
