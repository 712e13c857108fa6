package dev.terra.controller.core.shuffle;

import com.google.common.collect.ImmutableList;
import dev.terra.controller.view.GrowthFigures;
import dev.terra.core.wan.SitePair;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The growth of a shuffle's matrix: what was added to it, and when. Its size is bounded: if there are too many steps, pairs of them are
 * joined.
 */
final class MatrixGrowth {
  /** The most entries: the sum over all steps of their bundles. They take 40 KB in a status. */
  private static final int MAX_ENTRIES = 1_024;
  /** Additions within this time after a step belong to the step, since agents report one after the other. */
  private static final double MOMENT_SECONDS = 0.1;

  /** A step of the growth, with the bytes that were added to each bundle. */
  record Step(double seconds, Map<SitePair, Long> bytes) {}

  private final List<Step> steps = new ArrayList<>();
  private final Map<SitePair, Long> known = new HashMap<>();
  /** The growth as it was last published; null after the matrix has grown. */
  private @Nullable ImmutableList<GrowthFigures> figures = ImmutableList.of();

  /** Notes the present bytes of each bundle. A bundle that shrinks does not take back what was noted. */
  void note(double seconds, Map<SitePair, Long> bytes) {
    Map<SitePair, Long> more = new TreeMap<>();
    bytes.forEach((pair, now) -> {
      long added = now - known.getOrDefault(pair, 0L);
      if (added > 0) {
        more.put(pair, added);
        known.put(pair, now);
      }
    });
    if (more.isEmpty()) {
      return;
    }
    figures = null;
    Step last = steps.isEmpty() ? null : steps.get(steps.size() - 1);
    if (last != null && seconds - last.seconds <= MOMENT_SECONDS) {
      add(more, last);
    } else {
      steps.add(new Step(seconds, more));
    }
    while (steps.size() > 1 && steps.stream().mapToInt(step -> step.bytes.size()).sum() > MAX_ENTRIES) {
      halve();
    }
  }

  private static void add(Map<SitePair, Long> bytes, Step to) {
    bytes.forEach((pair, added) -> to.bytes.merge(pair, added, Long::sum));
  }

  /** Joins pairs of steps. The joined step has the time of the later one, so that no byte appears before its time. */
  private void halve() {
    List<Step> before = List.copyOf(steps);
    steps.clear();
    for (int i = 0; i < before.size(); i += 2) {
      steps.add(before.get(Math.min(i + 1, before.size() - 1)));
      if (i + 1 < before.size()) {
        add(before.get(i).bytes, before.get(i + 1));
      }
    }
  }

  /** The steps in the order of time. */
  List<Step> steps() {
    return List.copyOf(steps);
  }

  /** The growth as the view publishes it. The object stays the same until the matrix grows. */
  ImmutableList<GrowthFigures> figures() {
    if (figures == null) {
      figures = steps.stream().map(MatrixGrowth::figures).collect(ImmutableList.toImmutableList());
    }
    return figures;
  }

  private static GrowthFigures figures(Step step) {
    return new GrowthFigures(step.seconds, step.bytes.entrySet().stream()
        .map(bundle -> new GrowthFigures.AddedBytes(bundle.getKey().from(), bundle.getKey().to(), bundle.getValue()))
        .collect(ImmutableList.toImmutableList()));
  }
}
