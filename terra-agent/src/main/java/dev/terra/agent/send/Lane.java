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
 * The segments of a bundle that have bytes of one urgency waiting, and the blocks read for it. Segments
 * are grouped by flow: a reader at the other end and the origin that it reads from. Flows take turns, so that every waiting
 * reader sees bytes; in a lane that has an order those of the reader with the lowest number do, and one that has waited for
 * long comes first. Sites then serve readers in the same order, without a word between them. Inside a flow segments come in the
 * order in which they were asked for. A block that is being compressed is passed by those behind it, so that the reader of its bytes may
 * get them up to half a second later. On the agent's thread.
 */
final class Lane {
  /** Who reads from whom. */
  record Flow(ReaderId reader, String originIp) {}

  /** In an order: a reader that gets nothing for so long is served between. It would give up after a minute. */
  private static final long PATIENCE_NANOS = ProtocolTiming.READER_IN_ORDER.nanos();

  private final Urgency urgency;
  private final boolean inOrder;
  private final Ticker ticker;
  /** The one that was served longest ago comes first. */
  private final Map<Flow, Queue> flows = new LinkedHashMap<>();
  private final Deque<Block> ready = new ArrayDeque<>();
  private long readAheadBytes;

  /** The segments of a flow, and since when it waits for its turn. */
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
   * Queues a segment; in front, if its bytes were sent before and lost. One that waits for its turn already keeps its place, however often
   * its reader asks.
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

  /** A part to read. */
  record Work(OutSegment segment, ByteRange range) {}

  /** The next bytes to read; the flow that they belong to then waits for its next turn. */
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

  /** The segment whose bytes are sent next. */
  Optional<OutSegment> next() {
    if (!ready.isEmpty()) {
      return Optional.of(ready.getFirst().segment());
    }
    Iterator<Queue> queues = flows.values().iterator();
    while (queues.hasNext()) {
      Deque<OutSegment> queue = queues.next().segments();
      // those that the other lane has served meanwhile may be very many: they are looked at once
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

  /** How many readers wait for their turns. */
  int flows() {
    return flows.size();
  }

  /** Bytes being read or read and not sent yet. */
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
   * The block whose bytes go next: the first of those that are needed which is not being compressed at this moment. Where all are, it is
   * the first one that was waited for long enough.
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

  /** Takes a block out if it is there, to be released; its bytes still count as read ahead. */
  boolean remove(Block block) {
    return ready.removeFirstOccurrence(block);
  }

  /**
   * Takes out the blocks that are not needed, to be released, as far as {@link #nextReady} looks: blocks behind are within what is read
   * ahead, and their turns come. Their bytes still count as read ahead.
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

  /** Takes out the blocks that meet a condition; they no longer count as read ahead here. */
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
