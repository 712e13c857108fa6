package dev.terra.agent.pipe;

import com.google.protobuf.ByteString;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.random.RandomGenerator;

/**
 * The one-time number of a pipe: 128 random bits, which the agent that accepts the pipe draws and sends to its neighbour on their line. The
 * pipe's connection begins with them:
 *
 * <pre>
 *  0        4                         20
 * +--------+-------------------------+------------------------------------
 * | "TPIP" |        the number       |  bytes between the tunnel's ends ..
 * +--------+-------------------------+------------------------------------
 * </pre>
 *
 * <p>Once a connection has shown the number, no other connection can begin with it, and it is the pipe's name on the line.
 */
public record PipeNumber(long high, long low) {
  /** The first bytes of a pipe's connection. They differ from those of TLS and from those of a frame. */
  public static final int MAGIC = 0x54504950;
  /** The bytes of a number. */
  static final int BYTES = 2 * Long.BYTES;
  /** The bytes of the beginning of a pipe's connection. */
  public static final int OPENING_BYTES = Integer.BYTES + BYTES;

  /** Draws a new number. */
  static PipeNumber draw(RandomGenerator random) {
    return new PipeNumber(random.nextLong(), random.nextLong());
  }

  /**
   * Returns the number that a line's message holds.
   *
   * @throws IllegalArgumentException if the bytes are not those of a number
   */
  public static PipeNumber of(ByteString bytes) {
    if (bytes.size() != BYTES) {
      throw new IllegalArgumentException("a pipe's number has " + BYTES + " bytes, got " + bytes.size());
    }
    ByteBuffer buffer = bytes.asReadOnlyByteBuffer();
    return new PipeNumber(buffer.getLong(), buffer.getLong());
  }

  /** Returns the number as bytes for a line's message. */
  public ByteString bytes() {
    return ByteString.copyFrom(ByteBuffer.allocate(BYTES).putLong(high).putLong(low).flip());
  }

  /** Reads the beginning of a pipe's connection, of which all bytes have arrived. */
  public static PipeNumber read(ByteBuf in) {
    in.skipBytes(Integer.BYTES);
    return new PipeNumber(in.readLong(), in.readLong());
  }

  /** Returns the beginning of a pipe's connection. */
  public ByteBuf opening(ByteBufAllocator allocator) {
    return allocator.buffer(OPENING_BYTES, OPENING_BYTES).writeInt(MAGIC).writeLong(high).writeLong(low);
  }

  /** Returns a text without the number: numbers are secrets until they are shown, and do not belong in logs. */
  @Override
  public String toString() {
    return "a pipe's number";
  }
}
