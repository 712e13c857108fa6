package dev.terra.lab.engine;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.Doubles;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * The division of a job's input among sites: a number above 0 for each site, in the order of the topology; no numbers
 * for even shares.
 */
public record InputShares(ImmutableList<Double> parts) {
  /** Equal shares for all sites. */
  public static final InputShares EVEN = new InputShares(ImmutableList.of());

  /**
   * Reads a text such as {@code 60,20,10,5,5}.
   *
   * @throws IllegalArgumentException if the text is not a list of numbers above 0
   */
  public static InputShares parse(String text) {
    List<Double> parts = Stream.of(text.split(",", -1)).map(part -> Doubles.tryParse(part.strip()))
        .filter(part -> part != null && part > 0 && Double.isFinite(part)).toList();
    if (parts.size() != text.split(",", -1).length) {
      throw new IllegalArgumentException("expected a number above 0 for each site, such as 60,20,10,5,5, got '" + text + "'");
    }
    return new InputShares(ImmutableList.copyOf(parts));
  }

  /** Returns whether the shares fit a WAN with the given number of sites. */
  public boolean fits(int sites) {
    return parts.isEmpty() || parts.size() == sites;
  }

  /** Returns whether all sites have equal shares. */
  public boolean isEven() {
    return parts.isEmpty() || Collections.max(parts).equals(Collections.min(parts));
  }

  /** Returns the share of a site, where 1 is an even share. */
  double weight(int site) {
    return parts.isEmpty() ? 1 : parts.get(site) / parts.stream().mapToDouble(Double::doubleValue).sum() * parts.size();
  }
}
