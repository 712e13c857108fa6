package dev.terra.agent.site;

import dev.terra.agent.stats.AgentEventKind;
import dev.terra.agent.stats.Events;
import dev.terra.api.v1.MapOutput;
import dev.terra.core.shuffle.ShuffleId;
import java.util.HashMap;
import java.util.Map;

/**
 * Bounds the memory that this agent uses for the reports of each node's handlers, so that no node takes the room of all others. What does
 * not fit is not kept, and takes the stock path. A node is an address, whichever services it has. Room becomes free when its shuffle is
 * over. An instance is used on the agent's thread only.
 */
final class NodeRoom {
  /** The most shuffles that a node may have begun. A node has the outputs of a few jobs at a time. */
  static final int MOST_SHUFFLES = 2_500;
  /** The approximate bytes of memory for an output without its lengths, for each length, for a reader, and for a segment to be sent. */
  private static final long OUTPUT_BYTES = 256;
  private static final long LENGTH_BYTES = 8;
  static final long READER_BYTES = 128;
  static final long SEGMENT_BYTES = 256;
  /** All nodes together may use half of the heap, and one node a quarter of that half. */
  private static final int HEAP_PARTS = 2;
  private static final int NODES_PARTS = 4;

  private final Events events;
  private final long mostBytes;
  private final long mostOfNode;
  private final Map<ShuffleId, String> begunBy = new HashMap<>();
  private final Map<String, Integer> shufflesOf = new HashMap<>();
  private final Map<ShuffleId, Map<String, Long>> kept = new HashMap<>();
  private final Map<String, Long> bytesOf = new HashMap<>();
  private long bytes;

  /** Creates empty accounts for a process with a heap of the given size. */
  NodeRoom(long heapBytes, Events events) {
    this.events = events;
    mostBytes = heapBytes / HEAP_PARTS;
    mostOfNode = mostBytes / NODES_PARTS;
  }

  /** Returns the approximate bytes of memory for an output. */
  static long of(MapOutput output) {
    return OUTPUT_BYTES + output.getName().length() + LENGTH_BYTES * (output.getPartLengthsCount() + output.getRawLengthsCount());
  }

  /** Returns the approximate bytes of memory for a redirect: the lengths and names of its segments, and its reader. */
  static long of(RemoteOffer offer) {
    return offer.message().getSegmentsList().stream().mapToLong(segment -> READER_BYTES + segment.getName().length()).sum();
  }

  private void full(String handler, String what) {
    events.add(AgentEventKind.HANDLER_FULL, handler, what);
  }

  private static String node(String handler) {
    int slash = handler.indexOf('/');
    return slash < 0 ? handler : handler.substring(0, slash);
  }

  /** Counts a shuffle that a handler is the first to report; returns false if the node of the handler may not begin another one. */
  boolean begin(String handler, ShuffleId shuffle) {
    String node = node(handler);
    if (shufflesOf.getOrDefault(node, 0) >= MOST_SHUFFLES) {
      full(handler, "shuffle " + shuffle + " takes the stock path: the node has begun " + MOST_SHUFFLES + " shuffles that have not ended");
      return false;
    }
    begunBy.put(shuffle, node);
    shufflesOf.merge(node, 1, Integer::sum);
    return true;
  }

  /** Counts further bytes of a shuffle for a handler's reports; returns false, and counts nothing, if there is no room for them. */
  boolean keep(String handler, ShuffleId shuffle, long more) {
    String node = node(handler);
    if (bytes + more > mostBytes || bytesOf.getOrDefault(node, 0L) + more > mostOfNode) {
      full(handler, "a part of shuffle " + shuffle + " takes the stock path: the reports of handlers take too much of this agent's heap");
      return false;
    }
    bytes += more;
    bytesOf.merge(node, more, Long::sum);
    kept.computeIfAbsent(shuffle, key -> new HashMap<>()).merge(node, more, Long::sum);
    return true;
  }

  /** Frees the room of a shuffle that is over. */
  void end(ShuffleId shuffle) {
    String node = begunBy.remove(shuffle);
    if (node != null) {
      shufflesOf.computeIfPresent(node, (same, count) -> count > 1 ? count - 1 : null);
    }
    Map<String, Long> freed = kept.remove(shuffle);
    if (freed != null) {
      freed.forEach((of, less) -> {
        bytes -= less;
        bytesOf.computeIfPresent(of, (same, sum) -> sum > less ? sum - less : null);
      });
    }
  }
}
