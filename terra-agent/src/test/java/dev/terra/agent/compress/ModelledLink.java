package dev.terra.agent.compress;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A model of a bundle with endless bytes, its link, and the processor time for compressing and sending, in steps of virtual time. Chunks
 * are sent by the rules of the pump: the first chunk that is not being compressed is sent, uncompressed if its turn to be compressed has
 * not come. With a fixed share, a chunk of the share waits for its compression instead.
 */
final class ModelledLink {
  static final long STEP_NANOS = 200_000;
  /** The factor by which compression is faster on bytes that do not shrink, because Zstandard soon gives up on them. */
  private static final double SOON_LEFT = 12;
  private static final long UNEVEN_NANOS = 50_000_000;
  /** The interval at which rates are set, even if they are the same. */
  private static final long PLANNED_NANOS = 100_000_000;
  private static final double NANOS = 1e9;
  private static final long PATIENCE_NANOS = 20_000_000;
  private static final long MOST_PASSED_NANOS = 500_000_000;
  private static final int CHUNKS_AT_ONCE = 2;
  private static final double MOST_SAVED_SECONDS = .1;

  /**
   * The processor time that a machine has and needs.
   *
   * @param budgetCores the cores for compression in the agent's configuration
   * @param cores the cores for compressing and sending together; more than two are no bottleneck
   * @param compressNanos the time to compress a plain byte
   * @param sendNanos the time to send a byte on the link
   */
  record Machine(double budgetCores, double cores, double compressNanos, double sendNanos) {}

  /**
   * A part of a core by a quota of the kernel's. Threads run at once, each on its own core, until the quota of a period is used up. Then
   * they wait for the next period.
   *
   * @param periodNanos the length of a period
   * @param cores the cores that the quota allows, which replace those of the machine's model
   * @param otherCores the part of these cores that other work of the agent takes, whatever it sends
   */
  record Quota(long periodNanos, double cores, double otherCores) {}

  private static final class Chunk {
    private final int bytes;
    private final int step;
    private boolean waits;
    private boolean runs;
    private boolean done;
    private boolean abandoned;
    private long begunNanos;
    private double workNanos;

    private Chunk(int bytes, boolean toCompress, int step) {
      this.bytes = bytes;
      this.waits = toCompress;
      this.step = step;
    }
  }

  private final Machine machine;
  private final @Nullable CompressionChoice choice;
  private final double fixedShare;
  private final ProcessorBudget budget;
  private final Deque<Chunk> ready = new ArrayDeque<>();
  private final List<Chunk> running = new ArrayList<>();
  private @Nullable Random others;
  private @Nullable Quota quota;
  private double quotaNanosLeft;
  private double level = 1;
  private double bytesPerSecond;
  private double ratio;
  private double readyBytes;
  private double tokens;
  private double sendNanosLeft;
  private double due;
  private long nanos;
  private double sentBytes;

  private ModelledLink(Machine machine, @Nullable CompressionChoice choice, double fixedShare) {
    this.machine = machine;
    this.choice = choice;
    this.fixedShare = fixedShare;
    this.budget = new ProcessorBudget(machine.budgetCores, 0);
  }

  static ModelledLink chosen(Machine machine, CompressionChoice choice) {
    return new ModelledLink(machine, choice, 0);
  }

  static ModelledLink fixed(Machine machine, double share) {
    return new ModelledLink(machine, null, share);
  }

  /** Gives the machine other work, too: its cores vary, and sometimes there are none for a moment. */
  ModelledLink uneven(long seed) {
    others = new Random(seed);
    return this;
  }

  /** Sets a quota for the threads from now on. */
  ModelledLink within(Quota newQuota) {
    quota = newQuota;
    return this;
  }

  private double cores() {
    if (others != null && nanos % UNEVEN_NANOS < STEP_NANOS) {
      level = others.nextInt(50) == 0 ? 0 : Math.max(.3, 1 + .25 * others.nextGaussian());
    }
    return level * machine.cores;
  }

  /** Sets the rate of the link and the ratio by which bytes shrink from now on. */
  ModelledLink of(double linkBytesPerSecond, double shrinking) {
    bytesPerSecond = linkBytesPerSecond;
    ratio = shrinking;
    plan();
    return this;
  }

  private void plan() {
    if (choice != null && choice.planned(bytesPerSecond, nanos)) {
      ready.forEach(chunk -> chunk.abandoned = true);
      ready.clear();
      readyBytes = 0;
    }
  }

  /** Lets time pass. Returns the plain bytes that were sent, in bytes per second. */
  double run(double seconds) {
    double before = sentBytes;
    long end = nanos + (long) (seconds * NANOS);
    while (nanos < end) {
      nanos += STEP_NANOS;
      if (nanos % PLANNED_NANOS < STEP_NANOS) {
        plan();
      }
      read();
      begin();
      boolean sends = sendNanosLeft < 0 || (next() != null && tokens > 0);
      int threads = running.isEmpty() || !sends ? 1 : 2;
      double share = quota == null ? Math.min(1, cores() / threads) : partOfQuota(quota, threads);
      double compressed = compress(share * STEP_NANOS);
      double sent = send(share * STEP_NANOS);
      quotaNanosLeft -= compressed + sent;
    }
    return (sentBytes - before) / seconds;
  }

  /** Returns the part of a step for which each thread runs. */
  private double partOfQuota(Quota of, int threads) {
    if (nanos % of.periodNanos < STEP_NANOS) {
      cores(); // for its effect on level
      quotaNanosLeft = Math.min(0, quotaNanosLeft) + Math.max(0, level * of.cores - of.otherCores) * of.periodNanos;
    }
    return Math.max(0, Math.min(1, quotaNanosLeft / threads / STEP_NANOS));
  }

  private void read() {
    double limit = Math.max(64 << 10, Math.min(.5 * bytesPerSecond, 2 << 20));
    while (readyBytes < limit) {
      int bytes = chunkBytes();
      int step = choice == null ? 0 : choice.step();
      boolean toCompress = choice == null ? takeNext() : choice.chooseNext(nanos);
      ready.add(new Chunk(bytes, toCompress, step));
      readyBytes += bytes;
    }
  }

  private int chunkBytes() {
    double wire = Math.max(8 << 10, Math.min(.02 * bytesPerSecond, 256 << 10));
    int bytes = (int) Math.min(wire * (choice == null ? Math.max(1, ratio) : choice.blockRatio()), 256 << 10);
    return choice == null ? bytes : choice.mostBytes(bytes, nanos);
  }

  private boolean takeNext() {
    due += fixedShare;
    boolean next = due >= 1;
    due -= next ? 1 : 0;
    return next;
  }

  private void begin() {
    for (Chunk chunk : ready) {
      if (running.size() >= CHUNKS_AT_ONCE || !budget.hasLeft(nanos)) {
        return;
      }
      if (chunk.waits) {
        chunk.waits = false;
        if (choice == null || choice.mayBegin(nanos)) {
          chunk.runs = true;
          chunk.begunNanos = nanos;
          running.add(chunk);
          if (choice != null) {
            choice.begun();
          }
        }
      }
    }
  }

  /** Runs the one thread that compresses the chunks in turn. Returns the time for which it ran. */
  private double compress(double workNanos) {
    double left = workNanos;
    if (workNanos <= 0 && !running.isEmpty()) {
      budget.spend(STEP_NANOS, nanos);
    }
    while (left > 0 && !running.isEmpty()) {
      Chunk chunk = running.get(0);
      double needed = compressNanos(chunk) - chunk.workNanos;
      double spent = Math.min(left, needed);
      chunk.workNanos += spent;
      left -= spent;
      budget.spend((long) (spent * STEP_NANOS / workNanos), nanos);
      if (chunk.workNanos >= compressNanos(chunk) - 1) {
        running.remove(0);
        chunk.runs = false;
        chunk.done = !chunk.abandoned && shrinks();
        if (choice != null) {
          choice.ended(chunk.bytes, shrinks() ? (int) (chunk.bytes / ratio) : chunk.bytes, nanos);
        }
      }
    }
    return workNanos - left;
  }

  private double compressNanos(Chunk chunk) {
    return chunk.bytes * machine.compressNanos / (shrinks() ? 1 : SOON_LEFT);
  }

  private boolean shrinks() {
    return ratio > 1.1;
  }

  /** Returns the first chunk that is not being compressed. If all are, it returns the first one that was waited for long enough. */
  private @Nullable Chunk next() {
    Chunk waitedFor = null;
    for (Chunk chunk : ready) {
      if (choice == null ? !chunk.waits && !chunk.runs : !isRunning(chunk, MOST_PASSED_NANOS)) {
        return chunk;
      }
      if (waitedFor == null && choice != null && !isRunning(chunk, PATIENCE_NANOS)) {
        waitedFor = chunk;
      }
    }
    return waitedFor;
  }

  private boolean isRunning(Chunk chunk, long forNanos) {
    return chunk.runs && nanos - chunk.begunNanos < forNanos;
  }

  /** Sends chunks. Returns the time for which the sending thread ran. */
  private double send(double workNanos) {
    tokens = Math.min(tokens + bytesPerSecond * STEP_NANOS / NANOS, MOST_SAVED_SECONDS * bytesPerSecond);
    sendNanosLeft = Math.min(sendNanosLeft, 0) + workNanos;
    for (Chunk chunk = next(); chunk != null && tokens > 0 && sendNanosLeft > 0; chunk = next()) {
      double wire = chunk.done ? chunk.bytes / ratio : chunk.bytes;
      tokens -= wire;
      sendNanosLeft -= wire * machine.sendNanos;
      chunk.abandoned = true;
      chunk.waits = false;
      remove(chunk);
      readyBytes -= chunk.bytes;
      sentBytes += chunk.bytes;
      if (choice != null) {
        choice.sent(new SentChunk(chunk.bytes, (int) wire), chunk.step, bytesPerSecond, nanos);
      }
    }
    return workNanos - Math.max(0, sendNanosLeft);
  }

  private void remove(Chunk chunk) {
    Iterator<Chunk> chunks = ready.iterator();
    while (chunks.next() != chunk) {
      // go on to the chunk
    }
    chunks.remove();
  }
}
