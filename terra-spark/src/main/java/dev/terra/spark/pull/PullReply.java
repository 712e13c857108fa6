package dev.terra.spark.pull;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/**
 * An answer of the shuffle service, as one chunk of Spark's protocol:
 *
 * <pre>
 *   +------+------------------------------------------------------------+
 *   | kind | READY, LOCAL, STOCK, BYPASS, UNKNOWN: a text for people    |
 *   |  1   | LENGTHS: count (4), that many lengths (8), then bytes      |
 *   |      | BYTES: bytes     WAIT: nothing                             |
 *   +------+------------------------------------------------------------+
 * </pre>
 *
 * @param lengths the lengths of the blocks, in the order in which they were requested; only of LENGTHS
 * @param body the bytes or the text; not copied
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record PullReply(Kind kind, long[] lengths, ByteBuffer body) {
  private static final long[] NO_LENGTHS = {};

  /** The kinds of replies. */
  public enum Kind {
    /** The answer to a hello: the service is Terra's. */
    READY(0),
    /** The host is at this site, or at no known site, so Terra does not carry its blocks. */
    LOCAL(1),
    /** Terra cannot carry the blocks at this time. */
    STOCK(2),
    /** The blocks are too few to be worth carrying. */
    BYPASS(3),
    /** Terra carries the blocks: the lengths, and the first bytes. */
    LENGTHS(4),
    /** Further bytes. */
    BYTES(5),
    /** No bytes have arrived yet; the executor requests again. */
    WAIT(6),
    /** The service has restarted and does not know this fetch: the executor may request again what has not arrived. */
    UNKNOWN(7);

    private final int number;

    Kind(int number) {
      this.number = number;
    }

    private static Kind of(int number) {
      return Stream.of(values()).filter(kind -> kind.number == number).findFirst()
          .orElseThrow(() -> new IllegalArgumentException("an answer of unknown kind " + number));
    }
  }

  /** Returns a reply of a kind that has a text. */
  public static PullReply text(Kind kind, String text) {
    return new PullReply(kind, NO_LENGTHS, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns a reply without bytes. */
  public static PullReply waiting() {
    return new PullReply(Kind.WAIT, NO_LENGTHS, ByteBuffer.allocate(0));
  }

  /** Returns a reply with further bytes. */
  public static PullReply bytes(ByteBuffer body) {
    return new PullReply(Kind.BYTES, NO_LENGTHS, body);
  }

  /** Returns a reply with the lengths and the first bytes. */
  public static PullReply lengths(long[] lengths, ByteBuffer body) {
    return new PullReply(Kind.LENGTHS, lengths, body);
  }

  /** Returns the text for people. */
  public String text() {
    return StandardCharsets.UTF_8.decode(body.duplicate()).toString();
  }

  /** Returns the reply in its form on the network. */
  public ByteBuffer encode() {
    int head = 1 + (kind == Kind.LENGTHS ? Integer.BYTES + lengths.length * Long.BYTES : 0);
    ByteBuffer out = ByteBuffer.allocate(head + body.remaining());
    out.put((byte) kind.number);
    if (kind == Kind.LENGTHS) {
      out.putInt(lengths.length);
      for (long length : lengths) {
        out.putLong(length);
      }
    }
    return out.put(body.duplicate()).flip();
  }

  /** Reads a chunk; an {@link IllegalArgumentException} has the reason if it is malformed. The body is a part of the chunk. */
  public static PullReply decode(ByteBuffer chunk) {
    ByteBuffer in = chunk.duplicate();
    if (!in.hasRemaining()) {
      throw new IllegalArgumentException("an empty answer");
    }
    Kind kind = Kind.of(in.get());
    return new PullReply(kind, kind == Kind.LENGTHS ? readLengths(in) : NO_LENGTHS, in.slice());
  }

  private static long[] readLengths(ByteBuffer in) {
    if (in.remaining() < Integer.BYTES) {
      throw new IllegalArgumentException("an answer without the number of its lengths");
    }
    int count = in.getInt();
    if (count < 0 || count > in.remaining() / Long.BYTES) {
      throw new IllegalArgumentException("an answer with " + count + " lengths in " + in.remaining() + " bytes");
    }
    long[] lengths = new long[count];
    for (int i = 0; i < count; i++) {
      lengths[i] = in.getLong();
      if (lengths[i] < 0) {
        throw new IllegalArgumentException("a negative length");
      }
    }
    return lengths;
  }
}
