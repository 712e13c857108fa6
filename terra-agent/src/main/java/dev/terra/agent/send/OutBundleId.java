package dev.terra.agent.send;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;

/** A shuffle and the site to which its segments go: what names a bundle at the site that sends it. */
record OutBundleId(ShuffleId shuffle, SiteId to) {
  @Override
  public String toString() {
    return shuffle + " to " + to;
  }
}
