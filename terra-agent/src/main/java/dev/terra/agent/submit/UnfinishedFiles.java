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
 * The files to which transfers are written until they are complete. Their names cannot be guessed, so no other program can put a link or a
 * pipe there first. With a list of them on disk, the next agent removes the files of a killed one. An instance is used on the thread of the
 * files only.
 */
final class UnfinishedFiles {
  private static final Logger log = LoggerFactory.getLogger(UnfinishedFiles.class);
  private static final String LIST = "terra-unfinished.list";
  private static final String ENDING = ".terra-part";
  private static final int NAME_BYTES = 12;
  /** The largest list that is read. A larger one was not written by an agent. */
  private static final long MAX_LIST_BYTES = 64L << 20;

  private final @Nullable Path list;
  private final RandomGenerator random;
  private final Set<Path> files = new LinkedHashSet<>();

  /**
   * Creates an empty set of files.
   *
   * @param folder the folder of the list; if null, no list is kept, and the files of a killed agent stay
   * @param random a generator whose values cannot be predicted
   */
  UnfinishedFiles(@Nullable Path folder, RandomGenerator random) {
    this.list = folder == null ? null : folder.resolve(LIST);
    this.random = random;
  }

  /** Removes the unfinished files of an earlier agent. */
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
      log.warn("not all unfinished files of an earlier agent could be removed: {}", Failures.inWords(e));
    }
  }

  private static void sweep(String line) throws IOException {
    Path file = Path.of(line);
    if (line.endsWith(ENDING) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      Files.delete(file);
      log.info("{} was left by an agent that was killed; removed", file);
    }
  }

  /** Returns a new name in the folder of a target, and adds it to the list. */
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

  /** Forgets a file that was renamed or removed. */
  void forget(Path file) throws IOException {
    files.remove(file);
    if (files.isEmpty() && list != null) {
      Files.deleteIfExists(list);
    }
  }
}
