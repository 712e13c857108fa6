package dev.terra.shuffle.support;

import com.google.common.net.InetAddresses;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.hadoop.mapreduce.security.SecureShuffleUtils;

/** One connection, on which a test writes and reads whatever bytes it needs. */
public final class RawClient implements AutoCloseable {
  private static final int READ_TIMEOUT_MILLIS = 30_000;

  private final Socket socket;
  private final DataInputStream in;

  /** A response's head and body. */
  public record Response(String head, int bodyBytes) {}

  /** Connects. */
  public RawClient(String ip, int port) throws IOException {
    this(new Socket(InetAddresses.forString(ip), port));
  }

  /** Connects from an address to itself. */
  public static RawClient from(String ip, int port) throws IOException {
    return new RawClient(new Socket(InetAddresses.forString(ip), port, InetAddresses.forString(ip), 0));
  }

  /** Uses an existing connection. */
  public RawClient(Socket connected) throws IOException {
    socket = connected;
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(READ_TIMEOUT_MILLIS);
    in = new DataInputStream(socket.getInputStream());
  }

  /** Returns a shuffle request for a URI, with the proof for another URI and a port. */
  public static String request(TestJob job, String uri, String signedUri, int signedPort) throws IOException {
    return "GET " + uri + " HTTP/1.1\r\nHost: x\r\nUser-Agent: Java/17\r\nname: mapreduce\r\nversion: 1.0.0\r\nUrlHash: "
        + urlHash(job, signedUri, signedPort) + "\r\n\r\n";
  }

  /** Returns a shuffle request with the right proof. */
  public static String request(TestJob job, String uri, int port) throws IOException {
    return request(job, uri, uri, port);
  }

  /** Returns the hash with which a reducer proves that it has the job's token. */
  public static String urlHash(TestJob job, String uri, int port) throws IOException {
    return SecureShuffleUtils.hashFromString(SecureShuffleUtils.buildMsgFrom(new URL("http", "", port, uri)), job.key());
  }

  /** Sends the whole text at once. */
  public RawClient send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
    return this;
  }

  /** Reads a whole response. */
  public Response read() throws IOException {
    String head = readHead();
    int length = contentLength(head);
    return new Response(head, in.readNBytes(length).length);
  }

  /** Reads a whole response whose body is text: the head, an empty line, the body. */
  public String readText() throws IOException {
    String head = readHead();
    return head + new String(in.readNBytes(contentLength(head)), StandardCharsets.UTF_8);
  }

  /** Reads a response up to its body. */
  public String readHead() throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.US_ASCII).endsWith("\r\n\r\n")) {
      head.write(in.readByte());
    }
    return head.toString(StandardCharsets.US_ASCII);
  }

  /** Reads the given number of bytes, or all bytes up to the end if there are fewer. */
  public byte[] readBytes(int count) throws IOException {
    return in.readNBytes(count);
  }

  /** Returns the content length in a head, or 0 if the head has none. */
  public static int contentLength(String head) {
    return head.toLowerCase(Locale.ROOT).lines().filter(line -> line.startsWith("content-length:"))
        .map(line -> Integer.valueOf(line.substring(15).trim())).findFirst().orElse(0);
  }

  /** Returns whether the other side has closed the connection, and all that it sent has been read. */
  public boolean isAtEnd() throws IOException {
    return in.read() < 0;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
