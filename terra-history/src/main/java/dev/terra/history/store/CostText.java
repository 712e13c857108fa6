package dev.terra.history.store;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import dev.terra.core.cost.PathCost;
import dev.terra.core.cost.PathCost.LinkCost;
import dev.terra.core.wan.WanNotation;
import java.util.List;
import java.util.stream.Collectors;

/** Encodes the costs of a path's links as text: dollars, joules and grams of each link. */
final class CostText {
  private static final Splitter LINKS = Splitter.on(' ');
  private static final Splitter FIGURES = Splitter.on('/');

  private CostText() {}

  static String of(PathCost cost) {
    return cost.links().stream().map(link -> link.usd() + "/" + link.joules() + "/" + link.grams()).collect(Collectors.joining(" "));
  }

  /**
   * Reads a row.
   *
   * @throws IllegalArgumentException if the text is malformed
   */
  static PathCost read(String path, long bytes, String links, double cheapestUsd) {
    return new PathCost(WanNotation.path(path, List::of), bytes,
        LINKS.splitToStream(links).map(CostText::link).collect(ImmutableList.toImmutableList()), cheapestUsd);
  }

  private static LinkCost link(String text) {
    List<String> figures = FIGURES.splitToList(text);
    if (figures.size() != 3) {
      throw new IllegalArgumentException("expected dollars/joules/grams of a link, got '" + text + "'");
    }
    return new LinkCost(Double.parseDouble(figures.get(0)), Double.parseDouble(figures.get(1)), Double.parseDouble(figures.get(2)));
  }
}
