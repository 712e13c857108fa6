package dev.terra.agent.submit;

import dev.terra.core.limit.BoundedMap;
import dev.terra.core.shuffle.ShuffleId;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The version of each source file at the first check of its shuffle, kept for the next agent too. Times alone do not show that a folder on
 * the path was exchanged for another one while no agent was running. An instance is used on the thread of the files only.
 */
final class SourceNotes {
  private static final Logger log = LoggerFactory.getLogger(SourceNotes.class);
  private static final String LIST = "terra-sources.list";
  /** The most sources that are noted: many times those of all running shuffles. Beyond that, only the times of a source are compared. */
  private static final int MOST = 20_000;
  /** The largest list that is read. A larger one was not written by an agent. */
  private static final long MAX_LIST_BYTES = 64L << 20;

  private final @Nullable Path list;
  /** The versions by shuffle and path, all encoded as in the list. */
  private final Map<String, String> versions = new BoundedMap<>(MOST);

  /**
   * Loads the versions that an earlier agent has noted.
   *
   * @param folder the folder of the list; if null, no list is kept, and the notes end with the agent
   */
  SourceNotes(@Nullable Path folder) {
    this.list = folder == null ? null : folder.resolve(LIST);
    try {
      load();
    } catch (IOException e) {
      log.warn("the versions of sources that an earlier agent noted cannot be read: {}", e.getMessage());
    }
  }

  private void load() throws IOException {
    if (list == null || !Files.isRegularFile(list, LinkOption.NOFOLLOW_LINKS) || Files.size(list) > MAX_LIST_BYTES) {
      return;
    }
    for (String line : Files.readAllLines(list, StandardCharsets.UTF_8)) {
      String[] words = line.split(" ", -1);
      if (words.length == 3) {
        versions.put(words[0] + " " + words[1], words[2]);
      }
    }
  }

  /** Notes the version of a source, unless one is noted already; returns whether the version is equal to the noted one. */
  boolean isSame(ShuffleId shuffle, String path, SourceVersion version) throws IOException {
    String key = word(shuffle.value()) + " " + word(path);
    String now = word(version.toString());
    String before = versions.putIfAbsent(key, now);
    if (before == null && list != null) {
      Files.createDirectories(list.getParent());
      Files.writeString(list, key + " " + now + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND,
          LinkOption.NOFOLLOW_LINKS);
    }
    return before == null || before.equals(now);
  }

  private static String word(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Forgets a shuffle that is over. */
  void forget(ShuffleId shuffle) throws IOException {
    String start = word(shuffle.value()) + " ";
    if (versions.keySet().removeIf(key -> key.startsWith(start)) && list != null) {
      Path next = list.resolveSibling(LIST + ".new");
      Files.writeString(next, versions.entrySet().stream().map(note -> note.getKey() + " " + note.getValue() + "\n")
          .collect(Collectors.joining()));
      Files.move(next, list, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
