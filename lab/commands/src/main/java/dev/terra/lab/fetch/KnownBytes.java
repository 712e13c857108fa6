package dev.terra.lab.fetch;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Random bytes that can be found in captured packets, wherever they are in these: by the eight bytes at each multiple
 * of {@value #STRETCH}. A packet that carries a kilobyte of them carries three such words or more, and no other packet
 * has one: with 10^6 words, a word occurs by chance once in 10^13 bytes.
 */
final class KnownBytes {
  /** The number of bytes that a word stands for. */
  static final int STRETCH = 256;
  private static final int FILTER_BITS = 24;
  private static final int FILE_HEADER = 24;
  private static final int PACKET_HEADER = 16;
  /** The first word of a capture file in the byte order of this machine, as Java reads it. */
  private static final int LITTLE_ENDIAN = 0xd4c3b2a1;
  /** The largest packet that tcpdump writes. */
  private static final int MOST_PACKET_BYTES = 262_144;

  private final long[] words;
  /** The first bits of all words. Nearly all bytes that are not a word differ from all words in these bits. */
  private final BitSet filter = new BitSet(1 << FILTER_BITS);

  private KnownBytes(LongStream words) {
    this.words = words.sorted().toArray();
    Arrays.stream(this.words).forEach(word -> filter.set(firstBits(word)));
  }

  private static int firstBits(long word) {
    return (int) (word >>> (Long.SIZE - FILTER_BITS));
  }

  /** Returns the bytes of all files of a name below a folder. */
  static KnownBytes of(Path folder, String name) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> files = all.filter(path -> path.getFileName().toString().equals(name)).toList();
      return new KnownBytes(files.stream().flatMapToLong(KnownBytes::words));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static LongStream words(Path file) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
      int count = bytes.limit() / STRETCH;
      long[] words = new long[count];
      for (int i = 0; i < count; i++) {
        words[i] = bytes.getLong(i * STRETCH);
      }
      return LongStream.of(words);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the number of known bytes. */
  long total() {
    return (long) words.length * STRETCH;
  }

  /**
   * Returns how many known bytes packets carry, each counted once.
   *
   * @param capture the file that tcpdump wrote
   */
  long in(Path capture) throws IOException {
    BitSet found = new BitSet(words.length);
    try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(capture)))) {
      if (in.readInt() != LITTLE_ENDIAN) {
        throw new IOException(capture + ": expected a capture in the byte order of this machine");
      }
      in.skipNBytes(FILE_HEADER - Integer.BYTES);
      for (byte[] packet = next(in); packet.length > 0; packet = next(in)) {
        look(packet, found);
      }
    }
    return (long) found.cardinality() * STRETCH;
  }

  /** Returns the next packet; empty at the end. */
  private static byte[] next(DataInputStream in) throws IOException {
    byte[] header = in.readNBytes(PACKET_HEADER);
    if (header.length == 0) {
      return header;
    }
    int length = header.length < PACKET_HEADER ? -1 : Integer.reverseBytes(ByteBuffer.wrap(header).getInt(2 * Integer.BYTES));
    if (length <= 0 || length > MOST_PACKET_BYTES) {
      throw new EOFException("the capture ends within a packet");
    }
    byte[] packet = new byte[length];
    in.readFully(packet);
    return packet;
  }

  private void look(byte[] packet, BitSet found) {
    long word = 0;
    for (int i = 0; i < packet.length; i++) {
      word = word << Byte.SIZE | Byte.toUnsignedLong(packet[i]);
      if (i >= Long.BYTES - 1 && filter.get(firstBits(word))) {
        int place = Arrays.binarySearch(words, word);
        if (place >= 0) {
          found.set(place);
        }
      }
    }
  }
}
