package dev.terra.reproduce.event;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A port of a switch: a line of one rate behind weighted fair queues, one for each class, with one buffer. The queues are self-clocked
 * (Golestani, INFOCOM 1994): a packet's finish tag is the larger of its class's last tag and the tag in service, plus its size over its
 * class's weight; the smallest tag goes first.
 */
public final class Port implements Event {
  private static final long BITS_PER_BYTE = 8;
  private static final double PICOS_PER_SECOND = 1e12;

  private final Clock clock;
  private final double picosPerByte;
  private final long delay;
  private final long limit;
  private final double[] weights;
  private final double[] lastTags;
  private final List<Deque<Packet>> queues = new ArrayList<>();
  private double servedTag;
  private long bytes;
  private long dropped;
  private @Nullable Packet onLine;

  /**
   * A port that is idle.
   *
   * @param line its line
   * @param weights the weight of each queue, above 0
   */
  public Port(Clock clock, Line line, List<Double> weights) {
    this.clock = clock;
    this.picosPerByte = BITS_PER_BYTE * PICOS_PER_SECOND / line.bitsPerSecond();
    this.delay = line.delayPicos();
    this.limit = line.bufferBytes();
    this.weights = weights.stream().mapToDouble(Double::doubleValue).toArray();
    this.lastTags = new double[weights.size()];
    weights.forEach(weight -> queues.add(new ArrayDeque<>()));
  }

  /**
   * A port's line.
   *
   * @param bitsPerSecond its rate, above 0
   * @param delayPicos what a bit needs to cross it, at least 0
   * @param bufferBytes what may wait for it, at least 0
   */
  public record Line(double bitsPerSecond, long delayPicos, long bufferBytes) {}

  /** Takes a packet, or drops it where the buffer has no room. */
  public void offer(Packet packet) {
    if (bytes + packet.bytes() > limit) {
      dropped++;
      return;
    }
    int queue = packet.queue();
    double tag = Math.max(servedTag, lastTags[queue]) + packet.bytes() / weights[queue];
    lastTags[queue] = tag;
    packet.finishAt(tag);
    queues.get(queue).add(packet);
    bytes += packet.bytes();
    if (onLine == null) {
      next();
    }
  }

  /** How many packets found no room. */
  public long dropped() {
    return dropped;
  }

  /** The packet on the line has left the port. */
  @Override
  public void happen() {
    Packet sent = onLine;
    next();
    if (sent != null) {
      if (delay == 0) {
        sent.happen();
      } else {
        clock.after(delay, sent);
      }
    }
  }

  private void next() {
    Deque<Packet> first = null;
    double least = Double.POSITIVE_INFINITY;
    for (Deque<Packet> queue : queues) {
      Packet head = queue.peek();
      if (head != null && head.finish() < least) {
        least = head.finish();
        first = queue;
      }
    }
    onLine = first == null ? null : first.remove();
    if (onLine == null) {
      idle();
      return;
    }
    servedTag = least;
    bytes -= onLine.bytes();
    clock.after(Math.round(onLine.bytes() * picosPerByte), this);
  }

  /** A busy period is over: all classes begin the next one alike. */
  private void idle() {
    servedTag = 0;
    Arrays.fill(lastTags, 0);
  }
}
