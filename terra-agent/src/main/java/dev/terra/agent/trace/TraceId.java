package dev.terra.agent.trace;

import com.google.common.hash.HashCode;
import com.google.common.hash.Hashing;
import com.google.common.io.BaseEncoding;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The trace of what one reader fetches from one node. Its ids are derived from data about the reader that both agents have (SHA-256). So
 * nothing has to be sent between sites for a trace, segments that are pushed ahead of the fetch belong to it, and both agents choose the
 * same traces.
 *
 * @param trace the id of the trace, 32 hexadecimal digits
 * @param root the id of the span that is the parent of all others, 16 hexadecimal digits
 * @param place the trace's place among all traces, 0 to 1, evenly spread
 */
record TraceId(String trace, String root, double place) {
  private static final int TRACE_BYTES = 16;
  private static final int SPAN_BYTES = 8;
  /** The number of bits of the hash that determine the place. A double holds no more. */
  private static final int PLACE_BITS = 52;

  /**
   * A reader, and what it reads from which node.
   *
   * @param partition the first partition that it reads
   * @param index the reader's number among the readers of the partition at its site
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

  /** Returns whether the trace is among so large a share of all traces. */
  boolean isAmong(double share) {
    return place < share;
  }
}
