package dev.terra.agent.compress;

import com.github.luben.zstd.util.Native;
import com.google.common.base.Ticker;
import dev.terra.agent.config.CompressionConfig;
import dev.terra.core.failure.Failures;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An agent's compression and restoring of chunks, which share one processor budget. */
public final class AgentCompression implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(AgentCompression.class);
  /**
   * The chunks that are given to each thread at a time. The thread has its next chunk at hand when it has finished one, and need not wait
   * for the agent's thread.
   */
  private static final int CHUNKS_PER_THREAD = 2;

  private final Compressor compressor;
  private final Restorer restorer;
  private final @Nullable ExecutorService workers;

  private AgentCompression(Compressor compressor, Restorer restorer, @Nullable ExecutorService workers) {
    this.compressor = compressor;
    this.restorer = restorer;
    this.workers = workers;
  }

  /** Returns an object that neither compresses nor restores. */
  public static AgentCompression off() {
    return new AgentCompression(Compressor.off(), Restorer.off(), null);
  }

  /**
   * Opens compression as it is configured, or turned off where the library does not load.
   *
   * @param name the name of the site, for the names of threads
   * @param owner the agent's own thread
   */
  public static AgentCompression open(CompressionConfig config, String name, Executor owner, Ticker ticker) {
    if (!config.isOn() || !loads(name)) {
      return off();
    }
    int threads = (int) Math.ceil(config.cores());
    ExecutorService workers = Executors.newFixedThreadPool(threads, new DefaultThreadFactory("terra-compress-" + name, true));
    ProcessorBudget budget = new ProcessorBudget(config.cores(), ticker.read());
    return new AgentCompression(
        Compressor.on(budget, new Compressor.Threads(owner, workers, CHUNKS_PER_THREAD * threads), ticker, config.share()),
        Restorer.on(budget, ticker), workers);
  }

  private static boolean loads(String name) {
    try {
      Native.load();
      return true;
    } catch (LinkageError e) {
      log.warn("agent at {}: no chunk is compressed, as the library for it does not load here ({}); set compression: {mode: off} if that "
          + "is meant to be", name, Failures.inWords(e));
      return false;
    }
  }

  /** Returns the compressor of chunks to other sites. */
  public Compressor compressor() {
    return compressor;
  }

  /** Returns the restorer of chunks from other sites. */
  public Restorer restorer() {
    return restorer;
  }

  @Override
  public void close() {
    if (workers != null) {
      workers.shutdown();
    }
  }
}
