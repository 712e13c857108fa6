package dev.terra.node.support;

import com.google.common.primitives.Bytes;
import com.google.common.primitives.Ints;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.FetchRequest;
import dev.terra.api.v1.SegmentLength;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.zip.CRC32C;

/** An agent's fetch port that answers one request after the other as it was told. */
public final class FakeAnswers implements AutoCloseable {
  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
  private final List<FetchRequest> requests = new CopyOnWriteArrayList<>();
  private final List<String> heads = new CopyOnWriteArrayList<>();

  /** What it does with one connection. */
  public interface Answer {
    /** Writes, and returns when the connection is to be closed. */
    void write(Socket socket) throws IOException;
  }

  /** Listens on loopback. */
  public FakeAnswers() throws IOException {
    thread.execute(this::serve);
  }

  private void serve() {
    try {
      while (!server.isClosed()) {
        try (Socket socket = server.accept()) {
          requests.add(read(new DataInputStream(socket.getInputStream())));
          answers.take().write(socket);
        }
      }
    } catch (IOException e) {
      // The test is over, or the client has gone; what is missing is seen there.
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private FetchRequest read(DataInputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.readUnsignedByte());
    }
    heads.add(head.toString());
    String[] length = head.toString().toLowerCase(Locale.ROOT).split("content-length: ", 2);
    return FetchRequest.parseFrom(in.readNBytes(Integer.parseInt(length[1].substring(0, length[1].indexOf('\r')))));
  }

  /** Where it listens. */
  public int port() {
    return server.getLocalPort();
  }

  /** What it was asked for. */
  public List<FetchRequest> requests() {
    return requests;
  }

  /** The lines before each request. */
  public List<String> heads() {
    return heads;
  }

  /** Does this with the next request that has no answer yet. */
  public void next(Answer answer) {
    answers.add(answer);
  }

  /** Sends these bytes, and waits until the client closes the connection. */
  public void send(byte[]... parts) {
    next(socket -> {
      socket.getOutputStream().write(Bytes.concat(parts));
      while (socket.getInputStream().read() >= 0) {
        // The client says no more.
      }
    });
  }

  /** Sends these bytes and closes the connection. */
  public void sendAndClose(byte[]... parts) {
    next(socket -> socket.getOutputStream().write(Bytes.concat(parts)));
  }

  /** The lines before an answer of so many bytes. */
  public static byte[] status(String status, long contentBytes) {
    return ("HTTP/1.1 " + status + "\r\nContent-Length: " + contentBytes + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
  }

  /** A refusal with words. */
  public static byte[] refusal(String status, String words) {
    return Bytes.concat(status(status, words.length()), words.getBytes(StandardCharsets.US_ASCII));
  }

  /** A whole answer to a request: these segments with their checksums, from where the reader stopped. */
  public static byte[] answer(FetchRequest request, byte[]... segments) {
    FetchHead.Builder head = FetchHead.newBuilder().setChecksums(true);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int i = 0; i < segments.length; i++) {
      int taken = request.getTakenBytesCount() > 0 ? (int) request.getTakenBytes(i) : 0;
      head.addSegments(SegmentLength.newBuilder().setOutput(request.getOutputs(i)).setPartLength(segments[i].length))
          .setResumed(head.getResumed() || taken > 0);
      body.writeBytes(Arrays.copyOfRange(segments[i], taken, segments[i].length));
      CRC32C crc = new CRC32C();
      crc.update(segments[i]);
      body.writeBytes(Ints.toByteArray((int) crc.getValue()));
    }
    byte[] delimited = delimited(head.build());
    return Bytes.concat(status("200 OK", (long) delimited.length + body.size()), delimited, body.toByteArray());
  }

  private static byte[] delimited(FetchHead head) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      head.writeDelimitedTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  @Override
  public void close() throws IOException {
    server.close();
    thread.shutdownNow();
  }
}
