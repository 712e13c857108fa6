package dev.terra.agent.compress;

import com.google.common.base.Ticker;
import dev.terra.core.failure.Failures;
import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compresses chunks on threads beside the agent's own, in the order in which they were read, as long as the {@link ProcessorBudget} lasts.
 * No chunk is delayed until its compression begins: a chunk whose turn to be sent comes before that is sent uncompressed. The state is used
 * on the agent's thread only.
 */
public final class Compressor {
  private static final Logger log = LoggerFactory.getLogger(Compressor.class);
  private static final FastThreadLocal<ChunkCompressor> COMPRESSORS = new FastThreadLocal<>() {
    @Override
    protected ChunkCompressor initialValue() {
      return new ChunkCompressor();
    }

    @Override
    protected void onRemoval(ChunkCompressor compressor) {
      compressor.close();
    }
  };

  private final @Nullable ProcessorBudget budget;
  private final Threads threads;
  private final Ticker ticker;
  private final @Nullable Double fixedShare;
  /** The compressions that have yet to begin. Each has its block, so read-ahead bounds their number. */
  private final Set<Compression> waiting = new LinkedHashSet<>();
  private int running;
  private long plainBytes;
  private long wireBytes;
  private boolean failed;

  /**
   * The threads that do the work.
   *
   * @param owner the agent's own thread
   * @param workers the threads beside the agent's own
   * @param most how many chunks the workers are given at once
   */
  public record Threads(Executor owner, Executor workers, int most) {}

  private Compressor(@Nullable ProcessorBudget budget, Threads threads, Ticker ticker, @Nullable Double fixedShare) {
    this.budget = budget;
    this.threads = threads;
    this.ticker = ticker;
    this.fixedShare = fixedShare;
  }

  /**
   * Returns a compressor that works on threads.
   *
   * @param fixedShare the share of the chunks of each bundle, 0 to 1; null for the share that pays
   */
  public static Compressor on(ProcessorBudget budget, Threads threads, Ticker ticker, @Nullable Double fixedShare) {
    return new Compressor(budget, threads, ticker, fixedShare);
  }

  /** Returns a compressor that compresses nothing. */
  public static Compressor off() {
    return new Compressor(null, new Threads(Runnable::run, Runnable::run, 0), Ticker.systemTicker(), null);
  }

  /** Returns whether anything is compressed. */
  public boolean isOn() {
    return budget != null && !failed;
  }

  /** Returns the fixed share of the chunks of each bundle, 0 to 1; nothing if the share is chosen. */
  public Optional<Double> fixedShare() {
    return Optional.ofNullable(fixedShare);
  }

  /** Queues a chunk for compression. Its bytes stay with their owner, who abandons the compression before it releases them. */
  public Compression add(ByteBuf plain, Compression.Order order) {
    Compression added = new Compression(plain, order, waiting);
    waiting.add(added);
    return added;
  }

  /** Begins the compressions that the budget allows. It is to be called regularly, since the budget is refilled over time. */
  public void run() {
    while (budget != null && running < threads.most && !waiting.isEmpty() && budget.hasLeft(ticker.read())) {
      Compression next = waiting.iterator().next();
      waiting.remove(next);
      if (isOn() && next.choice().mayBegin(ticker.read())) {
        begin(next, budget);
      } else {
        next.skip();
      }
    }
  }

  private void begin(Compression next, ProcessorBudget spent) {
    ByteBuf plain = next.plain().retainedDuplicate();
    int level = next.choice().level();
    running++;
    next.begin(ticker.read());
    try {
      threads.workers.execute(() -> compress(next, plain, level, spent));
    } catch (RejectedExecutionException e) { // the agent stops
      plain.release();
      end(next, null);
    }
  }

  /** Compresses a chunk, on a thread beside the agent's own. */
  private void compress(Compression compression, ByteBuf plain, int level, ProcessorBudget spent) {
    long begin = ticker.read();
    CompressedChunk chunk = null;
    boolean broken = false;
    try {
      chunk = COMPRESSORS.get().compress(plain, level).orElse(null);
    } catch (RuntimeException | LinkageError e) {
      log.error("a chunk could not be compressed; this agent sends all further chunks uncompressed: {}", Failures.inWords(e));
      broken = true;
    } finally {
      plain.release();
    }
    long end = ticker.read();
    spent.spend(end - begin, end);
    tell(compression, chunk, broken, end - begin);
  }

  private void tell(Compression compression, @Nullable CompressedChunk chunk, boolean broken, long nanos) {
    try {
      threads.owner.execute(() -> {
        failed |= broken;
        compression.choice().spent(nanos);
        end(compression, chunk);
      });
    } catch (RejectedExecutionException e) { // the agent has stopped
      if (chunk != null) {
        chunk.release();
      }
    }
  }

  private void end(Compression compression, @Nullable CompressedChunk chunk) {
    running--;
    compression.end(chunk, ticker.read());
    run();
  }

  /** Notes that a compressed chunk is sent. */
  public void sent(int plain, int wire) {
    plainBytes += plain;
    wireBytes += wire;
  }

  /** Returns what the compressor has done so far. */
  public CompressionUse use() {
    return new CompressionUse(plainBytes, wireBytes, budget == null ? 0 : budget.spentNanos());
  }
}
