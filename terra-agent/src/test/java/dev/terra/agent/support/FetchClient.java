package dev.terra.agent.support;

import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.FetchRequest;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;

/** Uses an agent's HTTP port as a handler does, with one connection for each call, from the handler's own address. */
public final class FetchClient {
  private static final int TIMEOUT_MILLIS = 60_000;

  /** The TLS contexts, by the ports of the agents that need TLS. */
  private static final Map<Integer, SSLContext> CONTEXTS = new ConcurrentHashMap<>();

  private FetchClient() {}

  /** Uses TLS for fetches at an agent's port from now on. */
  static void encrypt(int fetchPort, SSLContext context) {
    CONTEXTS.put(fetchPort, context);
  }

  /** An answer. It has a {@code head} and a {@code body} only if its status is 200. */
  @SuppressWarnings("ArrayRecordComponent")
  public record Answer(int status, String reason, FetchHead head, byte[] body) {}

  /** Fetches segments. It throws if the connection breaks before the whole body has arrived. */
  public static Answer fetch(String ip, InetSocketAddress agent, String job, int reduce, String originIp, List<String> maps)
      throws IOException {
    return fetch(ip, agent, FetchRequest.newBuilder().setShuffle(job).setPartition(reduce).setOriginIp(originIp)
        .addAllOutputs(TestOutputs.of(maps)).build());
  }

  /** Sends a request, and reads its answer. It throws if the connection breaks before the whole body has arrived. */
  public static Answer fetch(String ip, InetSocketAddress agent, FetchRequest request) throws IOException {
    try (Socket socket = open(ip, agent)) {
      send(socket, request);
      return read(socket);
    }
  }

  /** Connects to an agent from an address. */
  public static Socket open(String ip, InetSocketAddress agent) throws IOException {
    Socket socket = new Socket();
    socket.bind(new InetSocketAddress(ip, 0));
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.connect(agent, TIMEOUT_MILLIS);
    SSLContext context = CONTEXTS.get(agent.getPort());
    return context == null ? socket
        : context.getSocketFactory().createSocket(socket, agent.getAddress().getHostAddress(), agent.getPort(), true);
  }

  /** Sends a request, with a proof added to it. */
  public static void send(Socket socket, FetchRequest request) throws IOException {
    sendAsIs(socket, TestSecret.prove(request, socket.getPort(), socket.getLocalAddress().getHostAddress()));
  }

  /** Sends a request unchanged. */
  public static void sendAsIs(Socket socket, FetchRequest request) throws IOException {
    byte[] body = request.toByteArray();
    OutputStream out = socket.getOutputStream();
    out.write(("POST /v1/fetch HTTP/1.1\r\nHost: agent\r\nContent-Length: " + body.length + "\r\n\r\n")
        .getBytes(StandardCharsets.US_ASCII));
    out.write(body);
    out.flush();
  }

  /** Reads an answer. */
  public static Answer read(Socket socket) throws IOException {
    InputStream in = new BufferedInputStream(socket.getInputStream());
    String status = line(in);
    long length = -1;
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        length = Long.parseLong(header.substring(header.indexOf(':') + 1).trim());
      }
    }
    byte[] body = in.readNBytes((int) length);
    if (body.length != length) {
      throw new IOException("got " + body.length + " of " + length + " bytes");
    }
    int code = Integer.parseInt(status.split(" ")[1]);
    if (code != 200) {
      return new Answer(code, new String(body, StandardCharsets.UTF_8), null, new byte[0]);
    }
    InputStream content = new java.io.ByteArrayInputStream(body);
    FetchHead head = FetchHead.parseDelimitedFrom(content);
    return new Answer(code, "", head, content.readAllBytes());
  }

  /**
   * Fetches segments and returns the body behind the head, as it arrives. Closing the body closes the connection.
   *
   * @throws IOException if the answer has no body, because it has another status than 200 or no head
   */
  public static InputStream stream(String ip, InetSocketAddress agent, FetchRequest request) throws IOException {
    Socket socket = open(ip, agent);
    try {
      send(socket, request);
      InputStream in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
      String status = line(in);
      if (!status.contains(" 200 ")) {
        throw new IOException("the agent answered " + status);
      }
      String header = line(in);
      while (!header.isEmpty()) {
        header = line(in);
      }
      if (FetchHead.parseDelimitedFrom(in) == null) {
        throw new IOException("the answer has no head");
      }
      return in;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("connection ended in the head");
      }
      if (c != '\r') {
        line.write(c);
      }
    }
    return line.toString(StandardCharsets.US_ASCII);
  }
}
