package dev.terra.spark.pull;

import dev.terra.spark.pull.PullRequest.Hello;
import dev.terra.spark.pull.PullRequest.Next;
import dev.terra.spark.pull.PullRequest.Open;
import dev.terra.spark.pull.PullRequest.Tell;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A request of an executor, as an RPC of Spark's own protocol. No message of Spark's begins with {@code T}, so a service that is not
 * Terra's refuses it. Texts are in Java's modified UTF-8 with a length of 2 bytes, numbers are big-endian.
 *
 * <pre>
 *   +-----+---------+------+-------------+--------------------------------------------------------------------------------+
 *   | 'T' | version | kind | application | 0 hello: queue                                                                 |
 *   |  1  |    1    |  1   |    text     | 1 open:  key, host, executor, bytes of the stage (8), number of blocks (4), ids|
 *   |     |         |      |             | 2 next:  key, offset (8)                                                       |
 *   |     |         |      |             | 3 tell:  stock bytes (8), bypassed bytes (8), fallbacks (8)                    |
 *   +-----+---------+------+-------------+--------------------------------------------------------------------------------+
 * </pre>
 *
 * @param application the application of the executor that sends the request
 */
public record PullMessage(String application, PullRequest request) {
  /** The first byte of a message. */
  public static final byte MAGIC = 'T';
  /** The version of the protocol. Both sides use one version: an executor whose service uses another version reads as without Terra. */
  public static final byte VERSION = 3;
  /** The most bytes of a message; the ids of all blocks of a request are fewer. */
  private static final int MOST_BYTES = 4 << 20;
  private static final int HELLO = 0;
  private static final int OPEN = 1;
  private static final int NEXT = 2;
  private static final int TELL = 3;

  /** Returns whether bytes are a message of this protocol, of any version. */
  public static boolean isOne(ByteBuffer message) {
    return message.hasRemaining() && message.get(message.position()) == MAGIC;
  }

  /** Returns the message in its form on the network. */
  public ByteBuffer encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      write(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ByteBuffer.wrap(bytes.toByteArray());
  }

  private void write(DataOutputStream out) throws IOException {
    out.writeByte(MAGIC);
    out.writeByte(VERSION);
    if (request instanceof Hello hello) {
      begin(out, HELLO).writeUTF(hello.queue());
    } else if (request instanceof Open open) {
      write(open, begin(out, OPEN));
    } else if (request instanceof Next next) {
      begin(out, NEXT).writeUTF(next.key());
      out.writeLong(next.offset());
    } else if (request instanceof Tell tell) {
      write(tell.counts(), begin(out, TELL));
    }
  }

  private DataOutputStream begin(DataOutputStream out, int kind) throws IOException {
    out.writeByte(kind);
    out.writeUTF(application);
    return out;
  }

  private static void write(Open open, DataOutputStream out) throws IOException {
    out.writeUTF(open.key());
    out.writeUTF(open.host());
    out.writeUTF(open.executor());
    out.writeLong(open.stageBytes());
    out.writeInt(open.blocks().size());
    for (String block : open.blocks()) {
      out.writeUTF(block);
    }
  }

  private static void write(PullCounts counts, DataOutputStream out) throws IOException {
    out.writeLong(counts.stockBytes());
    out.writeLong(counts.bypassedBytes());
    out.writeLong(counts.fallbacks());
  }

  /** Reads a message; an {@link IllegalArgumentException} has the reason if it is malformed. */
  public static PullMessage decode(ByteBuffer message) {
    if (!isOne(message) || message.remaining() > MOST_BYTES) {
      throw new IllegalArgumentException("expected a request to Terra of at most " + MOST_BYTES + " bytes");
    }
    byte[] bytes = new byte[message.remaining()];
    message.duplicate().get(bytes);
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 1, bytes.length - 1));
    try {
      PullMessage read = read(in);
      if (in.available() > 0) {
        throw new IllegalArgumentException("a request that is " + in.available() + " bytes too long");
      }
      return read;
    } catch (IOException e) {
      throw new IllegalArgumentException("a request that is cut short or not text where it has to be", e);
    }
  }

  private static PullMessage read(DataInputStream in) throws IOException {
    int version = in.readByte();
    if (version != VERSION) {
      throw new IllegalArgumentException("the executor's Terra speaks version " + version + ", the node's version " + VERSION
          + ": install the plugin and the service of one release");
    }
    int kind = in.readByte();
    String application = in.readUTF();
    return new PullMessage(application, switch (kind) {
      case HELLO -> new Hello(in.readUTF());
      case OPEN -> readOpen(in);
      case NEXT -> new Next(in.readUTF(), in.readLong());
      case TELL -> new Tell(new PullCounts(in.readLong(), in.readLong(), in.readLong()));
      default -> throw new IllegalArgumentException("a request of unknown kind " + kind);
    });
  }

  private static Open readOpen(DataInputStream in) throws IOException {
    String key = in.readUTF();
    String host = in.readUTF();
    String executor = in.readUTF();
    long stageBytes = in.readLong();
    int count = in.readInt();
    if (count < 0 || count > in.available() / Short.BYTES) {
      throw new IllegalArgumentException("a request with " + count + " blocks in " + in.available() + " bytes");
    }
    List<String> blocks = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      blocks.add(in.readUTF());
    }
    return new Open(key, host, executor, stageBytes, blocks);
  }
}
