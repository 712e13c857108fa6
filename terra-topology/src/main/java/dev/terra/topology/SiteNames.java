package dev.terra.topology;

import dev.terra.core.wan.SiteId;
import java.util.HashSet;
import java.util.Set;
import net.gcardone.junidecode.Junidecode;

/**
 * Makes distinct site ids of labels that people wrote. Letters of other scripts are transliterated, what an id cannot hold becomes
 * {@code _}, and a label that was there before gets its node's id at the end.
 */
final class SiteNames {
  /** What an id may hold. */
  static final int MAX_LENGTH = 64;

  private final Set<String> given = new HashSet<>();

  /**
   * The id of a node.
   *
   * @param label as the file has it, possibly empty
   * @param nodeId unique in the file
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

  /** The text with an ending that is kept whole as far as the length allows. */
  private static String cut(String text, String ending) {
    String end = ending.substring(Math.max(0, ending.length() - MAX_LENGTH / 2));
    return text.substring(0, Math.min(text.length(), MAX_LENGTH - end.length())) + end;
  }
}
