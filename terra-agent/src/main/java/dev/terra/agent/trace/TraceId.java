package dev.terra.agent.trace;

import com.google.common.hash.HashCode;
import com.google.common.hash.Hashing;
import com.google.common.io.BaseEncoding;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The trace of what one reader fetches from one node. Its ids are derived from what both agents know of the reader (SHA-256), so that
 * nothing has to be sent along between sites, what is pushed ahead of the fetch belongs to it, and both choose the same traces.
 *
 * @param trace 32 hexadecimal digits
 * @param root of the span that all others are parts of; 16 hexadecimal digits
 * @param place the trace's place among all, 0 to 1, evenly spread
 */
record TraceId(String trace, String root, double place) {
  private static final int TRACE_BYTES = 16;
  private static final int SPAN_BYTES = 8;
  /** So many bits of the hash decide; a double takes no more. */
  private static final int PLACE_BITS = 52;

  /**
   * Who reads what from where.
   *
   * @param partition the first that it reads
   * @param index which of the partition's readers at its site
   */
  record Reader(String shuffle, int partition, int index, String originIp) {}

  static TraceId of(Reader reader) {
    String words = String.join("\n", reader.shuffle, Integer.toString(reader.partition), Integer.toString(reader.index), reader.originIp);
    HashCode hash = Hashing.sha256().hashString(words, StandardCharsets.UTF_8);
    byte[] bytes = hash.asBytes();
    double place = (double) (hash.asLong() >>> (Long.SIZE - PLACE_BITS)) / (1L << PLACE_BITS);
    return new TraceId(hex(bytes, 0, TRACE_BYTES), hex(bytes, TRACE_BYTES, TRACE_BYTES + SPAN_BYTES), place);
  }

  private static String hex(byte[] bytes, int from, int to) {
    return BaseEncoding.base16().lowerCase().encode(Arrays.copyOfRange(bytes, from, to));
  }

  /** Whether it is among so large a share of all traces. */
  boolean isAmong(double share) {
    return place < share;
  }
}
