package dev.terra.sim;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.LinkId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * An event that changes a link, in both directions where both exist.
 *
 * @param atSeconds when it happens, finite and at least 0
 * @param link one of the link's directions
 * @param kind what happens
 * @param capacity the new capacity, with {@link Kind#CAPACITY}
 */
public record WanEvent(double atSeconds, LinkId link, Kind kind, Optional<Bandwidth> capacity) {
  /** What can happen to a link. */
  public enum Kind {
    /** The link fails. */
    DOWN,
    /** The link is up again, with the capacity that it had. */
    UP,
    /** The link has another capacity from this time on. */
    CAPACITY
  }

  /** Checks the ranges. */
  public WanEvent {
    if (!Double.isFinite(atSeconds) || atSeconds < 0) {
      throw new IllegalArgumentException("expected a time of at least 0 s, got " + atSeconds);
    }
    if (capacity.isPresent() != (kind == Kind.CAPACITY) || capacity.map(c -> c.bytesPerSecond() <= 0).orElse(false)) {
      throw new IllegalArgumentException("an event has a capacity above 0 if, and only if, it changes one");
    }
  }

  /**
   * Reads events, one a line: {@code <seconds> down A B}, {@code <seconds> up A B} or {@code <seconds> capacity A B <bandwidth>};
   * {@code #} starts a comment.
   *
   * @throws IllegalArgumentException naming the line
   */
  public static List<WanEvent> parse(String text) {
    List<WanEvent> events = new ArrayList<>();
    int number = 0;
    for (String raw : text.lines().toList()) {
      number++;
      String line = raw.replaceFirst("#.*", "").strip();
      if (!line.isEmpty()) {
        try {
          events.add(parse(line.split("\\s+", 5)));
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException("line " + number + ": " + e.getMessage(), e);
        }
      }
    }
    return events;
  }

  private static WanEvent parse(String[] words) {
    boolean capacity = words.length == 5 && words[1].equals("capacity");
    if (!capacity && (words.length != 4 || !(words[1].equals("down") || words[1].equals("up")))) {
      throw new IllegalArgumentException("expected '<seconds> down|up A B' or '<seconds> capacity A B <bandwidth>', got '"
          + String.join(" ", words) + "'");
    }
    return new WanEvent(Double.parseDouble(words[0]), LinkId.of(words[2], words[3]),
        Kind.valueOf(words[1].toUpperCase(Locale.ROOT)), capacity ? Optional.of(Bandwidth.parse(words[4])) : Optional.empty());
  }
}
