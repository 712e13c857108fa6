package dev.terra.agent.site;

import dev.terra.agent.stats.AgentEventKind;
import dev.terra.agent.stats.Events;
import dev.terra.api.v1.MapOutput;
import dev.terra.core.shuffle.ShuffleId;
import java.util.HashMap;
import java.util.Map;

/**
 * How much each of this site's nodes has this agent keep, by what its handlers say. None may take the room of all: what is more is not
 * kept, and takes the stock path. A node is an address, whichever services it has. Room is free again when the shuffle is over. On the
 * agent's thread.
 */
final class NodeRoom {
  /** Shuffles that a node may begin; it has the outputs of some jobs at a time. */
  static final int MOST_SHUFFLES = 2_500;
  /** About what is kept of an output besides its lengths, of each length, of a reader, and of a segment to be sent. */
  private static final long OUTPUT_BYTES = 256;
  private static final long LENGTH_BYTES = 8;
  static final long READER_BYTES = 128;
  static final long SEGMENT_BYTES = 256;
  /** All nodes together may have half of the heap, one a quarter of that. */
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

  /** Nothing is kept, in a process with a heap of so many bytes. */
  NodeRoom(long heapBytes, Events events) {
    this.events = events;
    mostBytes = heapBytes / HEAP_PARTS;
    mostOfNode = mostBytes / NODES_PARTS;
  }

  /** About what is kept of an output. */
  static long of(MapOutput output) {
    return OUTPUT_BYTES + output.getName().length() + LENGTH_BYTES * (output.getPartLengthsCount() + output.getRawLengthsCount());
  }

  /** About what is kept of a redirect: its segments' lengths and names, and its reader. */
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

  /** A handler speaks first of a shuffle: whether its node may begin one more. */
  boolean begin(String handler, ShuffleId shuffle) {
    String node = node(handler);
    if (shufflesOf.getOrDefault(node, 0) >= MOST_SHUFFLES) {
      full(handler, "shuffle " + shuffle + " is left to the stock path: the node has begun " + MOST_SHUFFLES + " that are not over");
      return false;
    }
    begunBy.put(shuffle, node);
    shufflesOf.merge(node, 1, Integer::sum);
    return true;
  }

  /** Whether there is room for so many bytes more of a shuffle, by the word of a handler; they are counted then. */
  boolean keep(String handler, ShuffleId shuffle, long more) {
    String node = node(handler);
    if (bytes + more > mostBytes || bytesOf.getOrDefault(node, 0L) + more > mostOfNode) {
      full(handler, "a part of shuffle " + shuffle + " is left to the stock path: what handlers tell takes too much of this agent's heap");
      return false;
    }
    bytes += more;
    bytesOf.merge(node, more, Long::sum);
    kept.computeIfAbsent(shuffle, key -> new HashMap<>()).merge(node, more, Long::sum);
    return true;
  }

  /** A shuffle is over. */
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
