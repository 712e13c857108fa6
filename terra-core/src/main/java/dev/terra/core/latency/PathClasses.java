package dev.terra.core.latency;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How a path was found to treat latency classes.
 *
 * @param marks what became of marks on it, at most {@value #MOST_MARKS}; empty: that is not known
 * @param queues whether its network keeps classes
 */
public record PathClasses(ImmutableList<ArrivedMark> marks, QueueWatch.Verdict queues) {
  /** Nothing was found. */
  public static final PathClasses UNKNOWN = new PathClasses(ImmutableList.of(), QueueWatch.Verdict.UNKNOWN);
  /** A tunnel's, and its line's. */
  public static final int MOST_MARKS = 2;

  /** Keeps the first marks only. */
  public PathClasses {
    marks = marks.subList(0, Math.min(marks.size(), MOST_MARKS));
  }

  /** The marks that did not arrive as they were sent. */
  public List<ArrivedMark> lost() {
    return marks.stream().filter(mark -> !mark.isKept()).toList();
  }

  /** For people; empty where nothing is known. */
  public String words() {
    String found = marks.isEmpty() ? "" : lost().isEmpty() ? "marks arrive"
        : lost().stream().map(ArrivedMark::toString).collect(Collectors.joining(", "));
    String kept = switch (queues) {
      case UNKNOWN -> "";
      case KEPT -> "classes are kept";
      case MIXED -> "classes wait in one queue";
    };
    return found.isEmpty() || kept.isEmpty() ? found + kept : found + ", " + kept;
  }
}
