package dev.terra.topology;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Counts of the harmless oddities of a topology file, by kind. It is not thread-safe. */
public final class ReadingNotes {
  /** The kinds of oddities. Each has a sentence in which {@code %d} is the count. */
  public enum Oddity {
    /** An edge whose ends are one node. */
    SELF_LOOP("edges that join a node with itself, left out: %d"),
    /** A node without a label. */
    EMPTY_LABEL("nodes without a label, named by their ids: %d"),
    /** A label that is longer than a site's id may be. */
    LONG_LABEL("labels cut to 64 characters: %d"),
    /** An edge without a speed. */
    ASSUMED_CAPACITY("edges without a speed, taken for 10 Gbps: %d");

    private final String sentence;

    Oddity(String sentence) {
      this.sentence = sentence;
    }
  }

  private final Map<Oddity, Integer> counts = new EnumMap<>(Oddity.class);

  /** Counts an oddity if the condition is true. */
  void count(Oddity oddity, boolean isSo) {
    if (isSo) {
      counts.merge(oddity, 1, Integer::sum);
    }
  }

  /** Returns how many oddities of a kind there were, 0 or more. */
  public int of(Oddity oddity) {
    return counts.getOrDefault(oddity, 0);
  }

  /** Returns one line for people; empty if there were no oddities. */
  public String summary() {
    return counts.entrySet().stream().map(e -> String.format(Locale.ROOT, e.getKey().sentence, e.getValue()))
        .collect(Collectors.joining("; "));
  }
}
