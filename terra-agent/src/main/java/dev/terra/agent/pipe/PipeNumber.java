package dev.terra.agent.pipe;

import com.google.protobuf.ByteString;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.random.RandomGenerator;

/**
 * The one-time number of a pipe: 128 random bits that the agent which takes the pipe in has drawn, and told its neighbour on their line.
 * The pipe's connection begins with them:
 *
 * <pre>
 *  0        4                         20
 * +--------+-------------------------+------------------------------------
 * | "TPIP" |        the number       |  what the ends of the tunnel say ...
 * +--------+-------------------------+------------------------------------
 * </pre>
 *
 * <p>Once the number was shown it opens nothing any more, and is the pipe's name on the line.
 */
public record PipeNumber(long high, long low) {
  /** How a pipe's connection begins: neither as TLS does nor as a frame does. */
  public static final int MAGIC = 0x54504950;
  /** Bytes of a number. */
  static final int BYTES = 2 * Long.BYTES;
  /** Bytes of the beginning of a pipe's connection. */
  public static final int OPENING_BYTES = Integer.BYTES + BYTES;

  /** A new one. */
  static PipeNumber draw(RandomGenerator random) {
    return new PipeNumber(random.nextLong(), random.nextLong());
  }

  /**
   * A number as a line carries it.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static PipeNumber of(ByteString bytes) {
    if (bytes.size() != BYTES) {
      throw new IllegalArgumentException("a pipe's number has " + BYTES + " bytes, got " + bytes.size());
    }
    ByteBuffer buffer = bytes.asReadOnlyByteBuffer();
    return new PipeNumber(buffer.getLong(), buffer.getLong());
  }

  /** The number as a line carries it. */
  public ByteString bytes() {
    return ByteString.copyFrom(ByteBuffer.allocate(BYTES).putLong(high).putLong(low).flip());
  }

  /** Reads the beginning of a pipe's connection, of which all bytes are there. */
  public static PipeNumber read(ByteBuf in) {
    in.skipBytes(Integer.BYTES);
    return new PipeNumber(in.readLong(), in.readLong());
  }

  /** The beginning of a pipe's connection. */
  public ByteBuf opening(ByteBufAllocator allocator) {
    return allocator.buffer(OPENING_BYTES, OPENING_BYTES).writeInt(MAGIC).writeLong(high).writeLong(low);
  }

  /** Numbers are secrets until they are shown, and do not belong in logs. */
  @Override
  public String toString() {
    return "a pipe's number";
  }
}
