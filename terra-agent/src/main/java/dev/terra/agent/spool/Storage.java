package dev.terra.agent.spool;

import dev.terra.agent.config.CacheConfig;
import dev.terra.agent.config.SpoolConfig;
import dev.terra.core.failure.Failures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An agent's storage for bytes of other sites: the spool, and the file of the cache's segments beside the spool's.
 *
 * @param cache the cache's file; null if the cache has no disk
 */
public record Storage(Spool spool, @Nullable PieceFile cache) implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Storage.class);
  private static final String CACHE_NAME = "terra-cache.data";

  /**
   * Opens both, empty, and removes what an earlier agent left of the cache.
   *
   * @param owner the agent's thread
   * @throws IOException if a file can't be opened
   */
  public static Storage open(SpoolConfig spool, CacheConfig cache, Executor owner) throws IOException {
    Spool opened = Spool.open(spool, owner);
    try {
      return new Storage(opened, openCache(spool, cache, owner));
    } catch (IOException e) {
      opened.close();
      throw e;
    }
  }

  private static @Nullable PieceFile openCache(SpoolConfig spool, CacheConfig cache, Executor owner) throws IOException {
    if (spool.directory().isEmpty()) {
      return null;
    }
    Path path = Path.of(spool.directory().get()).resolve(CACHE_NAME);
    if (cache.diskBytes() > 0) {
      return PieceFile.open(path, new PieceFile.Bounds(cache.diskBytes(), cache.writingBytes()),
          PieceFile.Threads.of(owner, "terra-cache"));
    }
    try {
      SpoolFile.removeLeft(path);
    } catch (IOException e) {
      log.warn("{} stays, though this agent's cache has no disk: {}", path, Failures.inWords(e));
    }
    return null;
  }

  /** Ends the threads of the disks and removes the files. */
  @Override
  public void close() throws IOException {
    try (spool) {
      if (cache != null) {
        cache.close();
      }
    }
  }
}
