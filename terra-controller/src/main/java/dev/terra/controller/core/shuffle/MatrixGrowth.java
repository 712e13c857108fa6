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

/** How a shuffle's matrix grew: what was added to it, and when. Bounded: steps of one that has too many are put together two by two. */
final class MatrixGrowth {
  /** Steps times bundles of each; 40 KB in a status. */
  private static final int MAX_ENTRIES = 1_024;
  /** What comes within this time of a step belongs to it: agents report one after the other. */
  private static final double MOMENT_SECONDS = 0.1;

  /** So many bytes were added to bundles. */
  record Step(double seconds, Map<SitePair, Long> bytes) {}

  private final List<Step> steps = new ArrayList<>();
  private final Map<SitePair, Long> known = new HashMap<>();
  /** What was published of it; null again when it has grown. */
  private @Nullable ImmutableList<GrowthFigures> figures = ImmutableList.of();

  /** Notes how many bytes of each bundle there are by now. Bundles that shrink don't take back what was noted. */
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

  /** Joins two steps each at the time of the later one: nothing was there before its time. */
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

  /** In the order of time. */
  List<Step> steps() {
    return List.copyOf(steps);
  }

  /** The growth as the view publishes it; one object until it grows. */
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
