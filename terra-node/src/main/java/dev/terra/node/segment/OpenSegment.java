package dev.terra.node.segment;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;

/** A segment in an open file; its receiver closes the file. */
public record OpenSegment(FileChannel file, long offset, long length) {
  /** The size of the buffer for the checksum. It fits a core's cache, so that the checksum reads it from there. */
  private static final int BUFFER_BYTES = 128 << 10;

  /** Returns the CRC32C of a range as it is read from the file. If the range is sent by sendfile afterwards, it is in memory by then. */
  int checksum(long first, int bytes) throws IOException {
    CRC32C crc = new CRC32C();
    ByteBuffer buffer = ByteBuffer.allocate(Math.min(bytes, BUFFER_BYTES));
    long at = offset + first;
    long end = at + bytes;
    while (at < end) {
      buffer.clear().limit((int) Math.min(buffer.capacity(), end - at));
      int read = file.read(buffer, at);
      if (read < 0) {
        throw new EOFException("the file ends at " + at);
      }
      crc.update(buffer.flip());
      at += read;
    }
    return (int) crc.getValue();
  }
}
