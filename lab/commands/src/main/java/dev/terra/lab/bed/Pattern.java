package dev.terra.lab.bed;

import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.lab.command.LabelConverter;
import dev.terra.testbed.Labelled;
import java.util.ArrayList;
import java.util.List;

/** The pairs of sites between which bytes are sent. */
public enum Pattern implements Labelled {
  /** Every site sends to every other. */
  ALL_TO_ALL,
  /** Every other site sends to the first site of the file. */
  INCAST,
  /** The first site of the file sends to the last. */
  PAIR;

  /** A sending site and a receiving site. */
  public record Pair(SiteId from, SiteId to) {}

  /** Returns the ordered pairs of sites. */
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

  /** Reads a pattern from a command line. */
  public static final class Converter extends LabelConverter<Pattern> {
    /** Picocli calls this constructor. */
    public Converter() {
      super(Pattern.values());
    }
  }
}
