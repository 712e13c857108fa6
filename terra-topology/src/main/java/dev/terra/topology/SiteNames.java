package dev.terra.topology;

import dev.terra.core.wan.SiteId;
import java.util.HashSet;
import java.util.Set;
import net.gcardone.junidecode.Junidecode;

/**
 * Makes distinct site ids from labels that people wrote. Letters of other scripts are transliterated, characters that an id cannot contain
 * become {@code _}, and a label that occurred before gets its node's id at the end.
 */
final class SiteNames {
  /** The most characters of an id. */
  static final int MAX_LENGTH = 64;

  private final Set<String> given = new HashSet<>();

  /**
   * Returns the id of a node.
   *
   * @param label the label as the file contains it, possibly empty
   * @param nodeId the node's id, unique in the file
   */
  SiteId of(String label, String nodeId) {
    String readable = ascii(label);
    String node = ascii(nodeId);
    String name = cut(readable.isEmpty() ? "node" + node : readable, "");
    for (int attempt = 1; !given.add(name); attempt++) {
      name = cut(readable, attempt == 1 ? "-" + node : "-" + node + "-" + attempt);
    }
    return new SiteId(name);
  }

  private static String ascii(String text) {
    return Junidecode.unidecode(text).strip().replaceAll("[^A-Za-z0-9._-]+", "_").replaceAll("^\\.{1,2}$", "_");
  }

  /** Returns a text with an ending. The text is cut first; the ending is kept as far as half of the length allows. */
  private static String cut(String text, String ending) {
    String end = ending.substring(Math.max(0, ending.length() - MAX_LENGTH / 2));
    return text.substring(0, Math.min(text.length(), MAX_LENGTH - end.length())) + end;
  }
}
