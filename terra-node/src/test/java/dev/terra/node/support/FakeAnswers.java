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

/** A fake of an agent's fetch port, which answers one request after the other as the test sets. */
public final class FakeAnswers implements AutoCloseable {
  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
  private final List<FetchRequest> requests = new CopyOnWriteArrayList<>();
  private final List<String> heads = new CopyOnWriteArrayList<>();

  /** What the server does with one connection. */
  public interface Answer {
    /** Writes to the connection, and returns when the connection is to be closed. */
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
      // The test is over, or the client has closed the connection, and the client reports what is missing.
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

  /** Returns the port at which the server listens. */
  public int port() {
    return server.getLocalPort();
  }

  /** Returns all requests that have arrived. */
  public List<FetchRequest> requests() {
    return requests;
  }

  /** Returns the HTTP head of each request. */
  public List<String> heads() {
    return heads;
  }

  /** Sets the answer to the next request that has no answer yet. */
  public void next(Answer answer) {
    answers.add(answer);
  }

  /** Answers with these bytes, and waits until the client closes the connection. */
  public void send(byte[]... parts) {
    next(socket -> {
      socket.getOutputStream().write(Bytes.concat(parts));
      while (socket.getInputStream().read() >= 0) {
        // Anything else that the client sends is ignored.
      }
    });
  }

  /** Answers with these bytes and closes the connection. */
  public void sendAndClose(byte[]... parts) {
    next(socket -> socket.getOutputStream().write(Bytes.concat(parts)));
  }

  /** Returns the HTTP head of an answer with a body of the given length. */
  public static byte[] status(String status, long contentBytes) {
    return ("HTTP/1.1 " + status + "\r\nContent-Length: " + contentBytes + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns a refusal with a text. */
  public static byte[] refusal(String status, String words) {
    return Bytes.concat(status(status, words.length()), words.getBytes(StandardCharsets.US_ASCII));
  }

  /** Returns a whole answer to a request: these segments with their checksums, from where the reader stopped. */
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
