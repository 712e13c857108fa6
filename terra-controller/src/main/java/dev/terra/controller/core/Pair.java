package dev.terra.controller.core;

import dev.terra.core.wan.SiteId;

/** An ordered pair of different sites. */
record Pair(SiteId from, SiteId to) implements Comparable<Pair> {
  @Override
  public int compareTo(Pair other) {
    int order = from.compareTo(other.from);
    return order != 0 ? order : to.compareTo(other.to);
  }

  @Override
  public String toString() {
    return from + "->" + to;
  }
}
