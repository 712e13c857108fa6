package dev.terra.agent.submit;

import dev.terra.core.failure.Failures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files that transfers are written to until they are whole. Their names cannot be guessed, so nothing can put a link or a pipe there
 * before. A list of them on disk lets the next agent remove what a killed one left. On the thread of the files.
 */
final class UnfinishedFiles {
  private static final Logger log = LoggerFactory.getLogger(UnfinishedFiles.class);
  private static final String LIST = "terra-unfinished.list";
  private static final String ENDING = ".terra-part";
  private static final int NAME_BYTES = 12;
  /** A list beyond this is none of ours. */
  private static final long MAX_LIST_BYTES = 64L << 20;

  private final @Nullable Path list;
  private final RandomGenerator random;
  private final Set<Path> files = new LinkedHashSet<>();

  /**
   * None yet.
   *
   * @param folder where the list is kept; null: a killed agent's files stay
   * @param random unpredictable
   */
  UnfinishedFiles(@Nullable Path folder, RandomGenerator random) {
    this.list = folder == null ? null : folder.resolve(LIST);
    this.random = random;
  }

  /** Removes what an earlier agent left. */
  void sweep() {
    if (list == null || !Files.isRegularFile(list, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try {
      if (Files.size(list) <= MAX_LIST_BYTES) {
        for (String line : Files.readAllLines(list, StandardCharsets.UTF_8)) {
          sweep(line);
        }
      }
      Files.delete(list);
    } catch (IOException | InvalidPathException e) {
      log.warn("what an earlier agent left unfinished could not all be removed: {}", Failures.inWords(e));
    }
  }

  private static void sweep(String line) throws IOException {
    Path file = Path.of(line);
    if (line.endsWith(ENDING) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      Files.delete(file);
      log.info("{} was left by an agent that was killed; removed", file);
    }
  }

  /** A new name beside a target. */
  Path beside(Path target) throws IOException {
    byte[] name = new byte[NAME_BYTES];
    random.nextBytes(name);
    Path file = target.resolveSibling("." + HexFormat.of().formatHex(name) + ENDING);
    files.add(file);
    if (list != null) {
      Files.createDirectories(list.getParent());
      Files.writeString(list, file + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
    }
    return file;
  }

  /** A file has its own name now, or is gone. */
  void forget(Path file) throws IOException {
    files.remove(file);
    if (files.isEmpty() && list != null) {
      Files.deleteIfExists(list);
    }
  }
}
