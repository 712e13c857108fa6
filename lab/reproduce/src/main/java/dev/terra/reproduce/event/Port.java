package dev.terra.reproduce.event;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A port of a switch: a line of one rate behind weighted queues, one for each class, with one buffer. A packet's finish
 * tag is the larger of its class's last tag and a start, plus the time that it takes at its class's guaranteed rate.
 * The packet with the smallest tag is sent first.
 */
public final class Port implements Event {
  private static final long BITS_PER_BYTE = 8;
  private static final double PICOS_PER_SECOND = 1e12;

  private final Clock clock;
  private final double picosPerByte;
  private final long delay;
  private final long limit;
  private final Queueing queueing;
  private final double[] picosPerClassByte;
  private final double[] lastTags;
  private final List<Deque<Packet>> queues = new ArrayList<>();
  private double servedTag;
  private long bytes;
  private long dropped;
  private @Nullable Packet onLine;

  /**
   * Makes an idle port.
   *
   * @param line its line
   * @param queueing where tags start
   * @param weights the weight of each queue, above 0
   */
  public Port(Clock clock, Line line, Queueing queueing, List<Double> weights) {
    this.clock = clock;
    this.picosPerByte = BITS_PER_BYTE * PICOS_PER_SECOND / line.bitsPerSecond();
    this.delay = line.delayPicos();
    this.limit = line.bufferBytes();
    this.queueing = queueing;
    double sum = weights.stream().mapToDouble(Double::doubleValue).sum();
    this.picosPerClassByte = weights.stream().mapToDouble(weight -> picosPerByte * sum / weight).toArray();
    this.lastTags = new double[weights.size()];
    weights.forEach(weight -> queues.add(new ArrayDeque<>()));
  }

  /** The start of the tag of a packet whose class has no later tag. */
  public enum Queueing {
    /**
     * The tag in service (self-clocked fair queueing, Golestani, INFOCOM 1994): a class owes nothing for rate that
     * others left.
     */
    SELF_CLOCKED,
    /**
     * The time (virtual clock, Zhang, SIGCOMM 1990), as in the code of Aequitas's authors: a class that used rate that
     * others left waits until its guaranteed rate has made up for it.
     */
    VIRTUAL_CLOCK
  }

  /**
   * A port's line.
   *
   * @param bitsPerSecond its rate, above 0
   * @param delayPicos the time that a bit takes to cross it, at least 0
   * @param bufferBytes the most bytes that may wait for it, at least 0
   */
  public record Line(double bitsPerSecond, long delayPicos, long bufferBytes) {
    /** Checks the ranges. */
    public Line {
      checkArgument(bitsPerSecond > 0, "bandwidth: expected more than 0, got %s", bitsPerSecond);
      checkArgument(delayPicos >= 0, "propagation_delay: expected at least 0, got %s", delayPicos);
      checkArgument(bufferBytes >= 0, "queue_size: expected at least 0, got %s", bufferBytes);
    }

    /** Returns the line without a delay. */
    public Line atOnce() {
      return new Line(bitsPerSecond, 0, bufferBytes);
    }
  }

  /** Accepts a packet, or drops it if the buffer has no room. */
  public void offer(Packet packet) {
    if (bytes + packet.bytes() > limit) {
      dropped++;
      return;
    }
    int queue = packet.queue();
    double start = queueing == Queueing.SELF_CLOCKED ? servedTag : clock.now();
    double tag = Math.max(start, lastTags[queue]) + packet.bytes() * picosPerClassByte[queue];
    lastTags[queue] = tag;
    packet.finishAt(tag);
    queues.get(queue).add(packet);
    bytes += packet.bytes();
    if (onLine == null) {
      next();
    }
  }

  /** Returns how many packets were dropped. */
  public long dropped() {
    return dropped;
  }

  /** Completes the packet on the line, which has left the port. */
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
    if (onLine != null) {
      servedTag = least;
      bytes -= onLine.bytes();
      clock.after(Math.round(onLine.bytes() * picosPerByte), this);
    }
  }
}
