package dev.terra.lab.bed;

import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.util.ArrayList;
import java.util.List;

/** Which sites send to which. */
public enum Pattern {
  /** Every site to every other. */
  ALL_TO_ALL("all-to-all"),
  /** Every other site to the first of the file. */
  INCAST("incast"),
  /** The first site of the file to the last. */
  PAIR("pair");

  /** From one site to another. */
  public record Pair(SiteId from, SiteId to) {}

  private final String label;

  Pattern(String label) {
    this.label = label;
  }

  @Override
  public String toString() {
    return label;
  }

  /** The ordered pairs of sites. */
  public List<Pair> pairs(Wan wan) {
    List<SiteId> sites = wan.sites().stream().map(site -> site.id()).toList();
    SiteId first = sites.get(0);
    List<Pair> pairs = new ArrayList<>();
    for (SiteId from : sites) {
      for (SiteId to : sites) {
        boolean wanted = switch (this) {
          case ALL_TO_ALL -> true;
          case INCAST -> to.equals(first);
          case PAIR -> from.equals(first) && to.equals(sites.get(sites.size() - 1));
        };
        if (wanted && !from.equals(to)) {
          pairs.add(new Pair(from, to));
        }
      }
    }
    return pairs;
  }
}
