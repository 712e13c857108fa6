package dev.terra.agent.send;

import com.google.common.base.Ticker;
import dev.terra.agent.wire.ReaderId;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.core.range.ByteRanges.ByteRange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The segments of a bundle that have bytes of one urgency waiting, and the blocks that have been read for that urgency. Segments are
 * grouped by flow: a reader at the receiving site and the origin that it reads from. Flows take turns, so that every waiting reader
 * receives bytes. In a lane with an order, the flow of the reader with the lowest number goes first, unless another flow has waited for too
 * long; sites thus serve readers in the same order without exchanging messages. Within a flow, segments are in the order of their requests.
 * Later blocks pass a block that is being compressed, so the reader of its bytes may get them up to half a second later. A lane is used on
 * the agent's thread only.
 */
final class Lane {
  /** A reader and the origin that it reads from. */
  record Flow(ReaderId reader, String originIp) {}

  /** In a lane with an order, a reader that has received nothing for this long is served next. Readers give up after a minute. */
  private static final long PATIENCE_NANOS = ProtocolTiming.READER_IN_ORDER.nanos();

  private final Urgency urgency;
  private final boolean inOrder;
  private final Ticker ticker;
  /** The waiting flows; the flow that was served longest ago comes first. */
  private final Map<Flow, Queue> flows = new LinkedHashMap<>();
  private final Deque<Block> ready = new ArrayDeque<>();
  private long readAheadBytes;

  /** The segments of a flow, and the time since which the flow has waited for its turn. */
  private record Queue(Deque<OutSegment> segments, long sinceNanos) {}

  Lane(Urgency urgency, boolean inOrder, Ticker ticker) {
    this.urgency = urgency;
    this.inOrder = inOrder;
    this.ticker = ticker;
  }

  private static Flow flowOf(OutSegment segment) {
    return new Flow(segment.key().reader(), segment.key().originIp());
  }

  /**
   * Queues a segment, in front if its bytes were sent before and lost. A segment that is already queued keeps its place, however often its
   * reader requests it.
   */
  void queue(OutSegment segment, boolean front) {
    if (!segment.hasWaiting(urgency)) {
      return;
    }
    Deque<OutSegment> flow =
        flows.computeIfAbsent(flowOf(segment), key -> new Queue(new ArrayDeque<>(), ticker.read())).segments();
    if (front) {
      if (flow.peekFirst() != segment) {
        flow.addFirst(segment);
      }
    } else if (!segment.isQueued(urgency)) {
      flow.addLast(segment);
    }
    segment.queued(urgency, true);
  }

  /** A range of a segment that is to be read. */
  record Work(OutSegment segment, ByteRange range) {}

  /** Returns the next bytes to read. The flow that they belong to then waits for its next turn. */
  Optional<Work> nextWork(int maxBytes) {
    while (!flows.isEmpty()) {
      Map.Entry<Flow, Queue> next = nextFlow();
      Flow flow = next.getKey();
      Deque<OutSegment> queue = next.getValue().segments();
      flows.remove(flow);
      Optional<Work> work = nextOf(queue, maxBytes);
      if (!queue.isEmpty()) {
        flows.put(flow, new Queue(queue, ticker.read()));
      }
      if (work.isPresent()) {
        readAheadBytes += work.get().range().length();
        return work;
      }
    }
    return Optional.empty();
  }

  private Map.Entry<Flow, Queue> nextFlow() {
    Map.Entry<Flow, Queue> oldest = flows.entrySet().iterator().next();
    if (!inOrder || (urgency == Urgency.REQUESTED && ticker.read() - oldest.getValue().sinceNanos() > PATIENCE_NANOS)) {
      return oldest;
    }
    Map.Entry<Flow, Queue> lowest = oldest;
    for (Map.Entry<Flow, Queue> flow : flows.entrySet()) {
      lowest = flow.getKey().reader().compareTo(lowest.getKey().reader()) < 0 ? flow : lowest;
    }
    return lowest;
  }

  private Optional<Work> nextOf(Deque<OutSegment> queue, int maxBytes) {
    while (!queue.isEmpty()) {
      OutSegment segment = queue.peekFirst();
      Optional<ByteRange> range = segment.take(urgency, maxBytes);
      if (range.isPresent()) {
        return Optional.of(new Work(segment, range.get()));
      }
      queue.removeFirst().queued(urgency, false);
    }
    return Optional.empty();
  }

  /** Returns the segment whose bytes are sent next. */
  Optional<OutSegment> next() {
    if (!ready.isEmpty()) {
      return Optional.of(ready.getFirst().segment());
    }
    Iterator<Queue> queues = flows.values().iterator();
    while (queues.hasNext()) {
      Deque<OutSegment> queue = queues.next().segments();
      // there may be very many segments that the other lane has served meanwhile: each is looked at once
      while (!queue.isEmpty() && !queue.getFirst().hasWaiting(urgency)) {
        queue.removeFirst().queued(urgency, false);
      }
      if (!queue.isEmpty()) {
        return Optional.of(queue.getFirst());
      }
      queues.remove();
    }
    return Optional.empty();
  }

  /** Returns how many flows wait for their turns. */
  int flows() {
    return flows.size();
  }

  /** Returns the bytes that are being read, or have been read and not sent yet. */
  long readAheadBytes() {
    return readAheadBytes;
  }

  void readAhead(long change) {
    readAheadBytes += change;
  }

  void ready(Block block) {
    ready.addLast(block);
  }

  boolean hasReady() {
    return !ready.isEmpty();
  }

  /**
   * Returns the block whose bytes go next: the first needed block that later blocks may not pass while it is compressed. If there is none,
   * it is the first block for which the bundle has waited long enough.
   */
  Optional<Block> nextReady(long nowNanos) {
    Block waitedFor = null;
    for (Block block : ready) {
      if (!block.isNeeded()) {
        continue;
      }
      if (!block.letsOthersPass(nowNanos)) {
        return Optional.of(block);
      }
      if (waitedFor == null && !block.isWorthAWait(nowNanos)) {
        waitedFor = block;
      }
    }
    return Optional.ofNullable(waitedFor);
  }

  /**
   * Removes a block if the lane contains it, and returns whether it did. The caller releases the block, whose bytes still count as read
   * ahead.
   */
  boolean remove(Block block) {
    return ready.removeFirstOccurrence(block);
  }

  /**
   * Removes and returns the blocks that are not needed, as far as {@link #nextReady} looks; the caller releases them. Later blocks count as
   * read ahead, and their turns come. The bytes of the removed blocks also still count as read ahead.
   */
  List<Block> takeUnneeded(long nowNanos) {
    List<Block> taken = new ArrayList<>();
    Iterator<Block> blocks = ready.iterator();
    boolean goesOn = true;
    while (goesOn && blocks.hasNext()) {
      Block block = blocks.next();
      if (block.isNeeded()) {
        goesOn = block.letsOthersPass(nowNanos);
      } else {
        blocks.remove();
        taken.add(block);
      }
    }
    return taken;
  }

  /** Removes and returns the blocks that meet a condition. They then do not count as read ahead in this lane. */
  List<Block> takeReady(Predicate<Block> condition) {
    List<Block> taken = new ArrayList<>();
    for (Block block : ready) {
      if (condition.test(block)) {
        taken.add(block);
      }
    }
    if (taken.isEmpty()) {
      return taken;
    }
    ready.removeAll(taken);
    taken.forEach(block -> readAheadBytes -= block.left());
    return taken;
  }

  boolean hasWork() {
    return !ready.isEmpty() || readAheadBytes > 0 || !flows.isEmpty();
  }
}
