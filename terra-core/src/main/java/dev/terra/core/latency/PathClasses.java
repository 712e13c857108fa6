package dev.terra.core.latency;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The measured treatment of latency classes on a path.
 *
 * @param marks the marks as they were sent and as they arrived, at most {@value #MOST_MARKS}; empty if they are not known
 * @param queues whether the path's network keeps classes
 */
public record PathClasses(ImmutableList<ArrivedMark> marks, QueueWatch.Verdict queues) {
  /** The treatment before anything was measured. */
  public static final PathClasses UNKNOWN = new PathClasses(ImmutableList.of(), QueueWatch.Verdict.UNKNOWN);
  /** The most marks of a path: those of its tunnel and of the tunnel's line. */
  public static final int MOST_MARKS = 2;

  /** Keeps only the first marks. */
  public PathClasses {
    marks = marks.subList(0, Math.min(marks.size(), MOST_MARKS));
  }

  /** Returns the marks that did not arrive as they were sent. */
  public List<ArrivedMark> lost() {
    return marks.stream().filter(mark -> !mark.isKept()).toList();
  }

  /** Returns a description for people; empty if nothing is known. */
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
