package dev.terra.shuffle.support;

import com.google.common.net.InetAddresses;
import com.google.common.primitives.Ints;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.FetchRequest;
import dev.terra.api.v1.ProducerOutput;
import dev.terra.api.v1.SegmentLength;
import dev.terra.shuffle.output.MapId;
import dev.terra.shuffle.output.ShuffleName;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;

/** A fake of an agent's fetch endpoint, which works, or goes wrong in a chosen way. */
public final class FakeFetchServer implements AutoCloseable {
  private static final int DRIBLET_BYTES = 7;
  /** The index of the byte that changes in an answer, if one does. */
  private static final int FLIPPED = 1_000;

  private final ServerSocket server = new ServerSocket(0, 50, InetAddresses.forString("127.0.0.1"));
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, TestJob.Part> parts = new ConcurrentHashMap<>();
  private final List<FetchRequest> requests = new CopyOnWriteArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile Behaviour behaviour = Behaviour.GOOD;
  private volatile boolean resumes = true;
  private volatile String fields = "";
  private volatile boolean checksums = true;
  private volatile Runnable beforeItEnds = () -> {};
  private volatile PartSource source = (request, output) -> Optional.empty();

  /** The body of an answer that declines a fetch. */
  public static final String DECLINE = "A cannot send attempt_7: the handler answered 404 Not Found: no such segment: /d1/file.out.index";

  /** The source of parts that this server does not have. */
  public interface PartSource {
    /** Returns the part of one output that a request is for; empty if there is none. */
    Optional<TestJob.Part> part(FetchRequest request, ProducerOutput output) throws IOException;
  }

  /** What this server does with a request. */
  public enum Behaviour {
    /** Sends the whole answer. */
    GOOD,
    /** Sends the whole answer, a few bytes at a time. */
    IN_DRIBLETS,
    /** Answers with 409, after which the handler fetches directly from the origin. */
    DECLINES,
    /** Closes the connection without an answer. */
    CLOSES_AT_ONCE,
    /** Resets the connection within the segments. */
    RESETS_IN_MID_BODY,
    /** Closes the connection in order within the segments. */
    CLOSES_IN_MID_BODY,
    /** Sends nothing instead of an answer. */
    STALLS_BEFORE_HEAD,
    /** Sends nothing more after some bytes of the lengths. */
    STALLS_IN_MID_HEAD,
    /** Sends nothing more from the middle of the segments on. */
    STALLS_IN_MID_BODY,
    /** Answers with 500. */
    FAILS,
    /** Sends bytes that are not HTTP. */
    GARBAGE,
    /** Answers over HTTP, but with a body that is not a message. */
    GARBAGE_HEAD,
    /** Announces a length of the head that no head has. */
    HUGE_HEAD,
    /** Sends the lengths of other maps. */
    OTHER_MAPS,
    /** Sends lengths that do not add up. */
    WRONG_LENGTHS,
    /** Sends a length below 0. */
    NEGATIVE_LENGTH,
    /** Sends no Content-Length. */
    NO_LENGTH,
    /** Changes a bit of the first segment. */
    FLIPS_A_BIT,
    /** Closes the connection in order within the first of large segments. */
    CLOSES_IN_MID_SEGMENT,
    /** Changes a bit of the first segment, and closes the connection after a quarter of the segments' bytes. */
    FLIPS_A_BIT_AND_CLOSES
  }

  /** Listens on loopback. */
  public FakeFetchServer() throws IOException {
    threads.execute(this::accept);
  }

  /** Returns the port at which this server listens. */
  public int port() {
    return server.getLocalPort();
  }

  /** Adds a header field to all answers, as an agent does that traces fetches. */
  public void sayWithAnswers(String field, String value) {
    fields = field + ": " + value + "\r\n";
  }

  /** Adds parts that this server can serve. */
  public void add(List<TestJob.Part> more) {
    more.forEach(part -> {
      MapId map = MapId.parse(part.map()).orElseThrow();
      parts.put(key(ShuffleName.of(map, 1).toString(), map.output().id(), part.reduce()), part);
    });
  }

  /** Sets the source of the parts that this server does not have. */
  public void readFrom(PartSource origin) {
    source = origin;
  }

  /** Sets the behaviour for all later requests. */
  public void behave(Behaviour next) {
    behaviour = next;
  }

  /** From this call on, the server sends all bytes, whatever the reader already has, as agents of version 1 do. */
  public void forgetToResume() {
    resumes = false;
  }

  /** From this call on, the server sends no checksums, as older agents do. */
  public void forgetChecksums() {
    checksums = false;
  }

  /** Sets an action that runs before the server resets a connection, or closes one without an answer. */
  public void beforeItEnds(Runnable action) {
    beforeItEnds = action;
  }

  /** Returns all requests that have arrived. */
  public List<FetchRequest> requests() {
    return requests;
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        threads.execute(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      FetchRequest request = FetchRequest.parseFrom(body(new DataInputStream(socket.getInputStream())));
      requests.add(request);
      fill(request);
      answer(request, socket);
    } catch (IOException e) {
      // The handler has given up this connection.
    }
  }

  private void fill(FetchRequest request) throws IOException {
    for (ProducerOutput output : request.getOutputsList()) {
      if (part(request, output) == null) {
        source.part(request, output).ifPresent(part -> add(List.of(part)));
      }
    }
  }

  private static byte[] body(DataInputStream in) throws IOException {
    int length = 0;
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      String lower = line.toLowerCase(Locale.ROOT);
      length = lower.startsWith("content-length:") ? Integer.parseInt(lower.substring(15).trim()) : length;
    }
    return in.readNBytes(length);
  }

  private static String line(DataInputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.readByte(); next != '\n'; next = in.readByte()) {
      line.write(next);
    }
    return line.toString(StandardCharsets.US_ASCII).trim();
  }

  private void answer(FetchRequest request, Socket socket) throws IOException {
    OutputStream out = socket.getOutputStream();
    if (request.getOutputsList().stream().anyMatch(map -> part(request, map) == null)) {
      write(out, declined(DECLINE));
      return;
    }
    byte[] head = head(request);
    byte[] data = data(request);
    switch (behaviour) {
      case GOOD -> write(out, ok(head.length + data.length), head, data);
      case IN_DRIBLETS -> writeDriblets(out, ok(head.length + data.length), head, data);
      case DECLINES -> write(out, declined(DECLINE));
      case FAILS -> write(out, status("500 Internal Server Error"));
      case GARBAGE -> write(out, Arrays.copyOf(data, 2_000));
      case CLOSES_IN_MID_BODY -> write(out, ok(head.length + data.length), head, half(data));
      case RESETS_IN_MID_BODY -> {
        write(out, ok(head.length + data.length), head, half(data));
        beforeItEnds.run();
        socket.setSoLinger(true, 0);
      }
      case STALLS_BEFORE_HEAD -> stall();
      case STALLS_IN_MID_HEAD -> {
        write(out, ok(head.length + data.length), half(head));
        stall();
      }
      case STALLS_IN_MID_BODY -> {
        write(out, ok(head.length + data.length), head, half(data));
        stall();
      }
      case GARBAGE_HEAD -> write(out, ok(100), new byte[] {10}, Arrays.copyOf(data, 99));
      case HUGE_HEAD -> write(out, ok(1 << 30), new byte[] {(byte) 0xff, (byte) 0xff, (byte) 0xff, 0x7f});
      case NO_LENGTH -> write(out, "HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII), head, data);
      case OTHER_MAPS, WRONG_LENGTHS, NEGATIVE_LENGTH -> write(out, ok(head.length + data.length), head, data);
      case FLIPS_A_BIT -> write(out, ok(head.length + data.length), head, flipped(data));
      case FLIPS_A_BIT_AND_CLOSES -> write(out, ok(head.length + data.length), head, quarter(flipped(data)));
      case CLOSES_IN_MID_SEGMENT -> write(out, ok(head.length + data.length), head, quarter(data));
      case CLOSES_AT_ONCE -> {
        beforeItEnds.run();
        socket.close();
      }
      default -> throw new IllegalStateException(behaviour.name());
    }
  }

  private void stall() throws IOException {
    try {
      closed.await(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private byte[] head(FetchRequest request) throws IOException {
    FetchHead.Builder head = FetchHead.newBuilder();
    for (ProducerOutput map : request.getOutputsList()) {
      TestJob.Part part = part(request, map);
      head.addSegments(SegmentLength.newBuilder()
          .setOutput(behaviour == Behaviour.OTHER_MAPS ? map.toBuilder().setProducer(map.getProducer() + 100_000).build() : map)
          .setPartLength(part.bytes().size() + lie()).setRawLength(part.rawLength()));
    }
    head.setChecksums(checksums && request.getChecksums());
    head.setResumed(resumes && request.getTakenBytesCount() > 0);
    ByteArrayOutputStream delimited = new ByteArrayOutputStream();
    head.build().writeDelimitedTo(delimited);
    return delimited.toByteArray();
  }

  private TestJob.Part part(FetchRequest request, ProducerOutput map) {
    return parts.get(key(request.getShuffle(), map, request.getPartition()));
  }

  private static String key(String shuffle, ProducerOutput map, int partition) {
    return shuffle.replaceFirst("_parts_[0-9]+$", "") + "/" + Arrays.toString(map.toByteArray()) + "/" + partition;
  }

  private long lie() {
    return switch (behaviour) {
      case WRONG_LENGTHS -> 1;
      case NEGATIVE_LENGTH -> Long.MIN_VALUE;
      default -> 0;
    };
  }

  private byte[] data(FetchRequest request) {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    for (int i = 0; i < request.getOutputsCount(); i++) {
      byte[] bytes = part(request, request.getOutputs(i)).bytes().toByteArray();
      int taken = resumes && request.getTakenBytesCount() > 0 ? (int) request.getTakenBytes(i) : 0;
      data.write(bytes, taken, bytes.length - taken);
      if (checksums && request.getChecksums()) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        data.writeBytes(Ints.toByteArray((int) crc.getValue()));
      }
    }
    return data.toByteArray();
  }

  private static byte[] flipped(byte[] bytes) {
    byte[] copy = bytes.clone();
    copy[FLIPPED] ^= 1;
    return copy;
  }

  private static byte[] quarter(byte[] bytes) {
    return Arrays.copyOf(bytes, bytes.length / 4);
  }

  private static byte[] half(byte[] bytes) {
    return Arrays.copyOf(bytes, bytes.length / 2);
  }

  private byte[] ok(long length) {
    return ("HTTP/1.1 200 OK\r\n" + fields + "Content-Length: " + length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] status(String status) {
    return ("HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] declined(String why) {
    return ("HTTP/1.1 409 Conflict\r\nContent-Length: " + why.length() + "\r\n\r\n" + why).getBytes(StandardCharsets.US_ASCII);
  }

  private static void write(OutputStream out, byte[]... pieces) throws IOException {
    for (byte[] piece : pieces) {
      out.write(piece);
    }
    out.flush();
  }

  private static void writeDriblets(OutputStream out, byte[]... pieces) throws IOException {
    for (byte[] piece : pieces) {
      for (int from = 0; from < piece.length; from += DRIBLET_BYTES) {
        write(out, Arrays.copyOfRange(piece, from, Math.min(piece.length, from + DRIBLET_BYTES)));
      }
    }
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    server.close();
    threads.shutdownNow();
  }
}
