package dev.terra.lab.security;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** A client that uses HTTP over a socket, from any address of this machine, with TLS or without. */
final class HostileClient {
  private static final int PATIENCE_MILLIS = 15_000;

  private HostileClient() {}

  /** Opens a connection from an address. */
  static Socket connect(String from, InetSocketAddress to, Optional<SSLContext> tls) throws IOException {
    Socket plain = new Socket();
    plain.bind(new InetSocketAddress(from, 0));
    plain.setSoTimeout(PATIENCE_MILLIS);
    plain.connect(to, PATIENCE_MILLIS);
    return tls.isEmpty() ? plain : tls.get().getSocketFactory().createSocket(plain, to.getHostString(), to.getPort(), true);
  }

  /** A server's answer: status and body. */
  @SuppressWarnings("ArrayRecordComponent") // answers are not compared
  record Answer(int status, byte[] body) {
    String words() {
      String text = new String(body, 0, Math.min(body.length, 120), StandardCharsets.UTF_8);
      return status + (status == 200 || status == 206 ? ", " + body.length + " bytes" : " " + text);
    }
  }

  /** Sends a request, and reads its answer to the end. */
  static Answer ask(Socket socket, String head, byte[] body) throws IOException {
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes((head + "\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: " + body.length + "\r\n\r\n")
        .getBytes(StandardCharsets.ISO_8859_1));
    request.writeBytes(body);
    socket.getOutputStream().write(request.toByteArray());
    socket.getOutputStream().flush();
    return read(socket.getInputStream());
  }

  private static Answer read(InputStream in) throws IOException {
    String status = line(in);
    if (!status.startsWith("HTTP/1.1 ")) {
      throw new IOException("no answer" + (status.isEmpty() ? "" : ": " + status));
    }
    long length = 0;
    for (String field = line(in); !field.isEmpty(); field = line(in)) {
      if (field.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:")) {
        length = Long.parseLong(field.substring(field.indexOf(':') + 1).trim());
      }
    }
    return new Answer(Integer.parseInt(status.split(" ")[1]), in.readNBytes((int) length));
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      if (next != '\r') {
        line.write(next);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }
}
