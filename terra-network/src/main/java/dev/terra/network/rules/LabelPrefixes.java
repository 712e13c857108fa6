package dev.terra.network.rules;

import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A function from labels to next sites as the fewest prefixes of labels of which the longest counts. Optimal routing table construction
 * (Draves, King, Venkatachary and Zill, INFOCOM 1999): from the leaves up each node of the binary tree of labels gets the next sites that
 * cost least below it, those that both children share or else those of either; from the root down a node takes its parent's next site
 * where that is among them, and a rule of its own where not.
 *
 * <p>Worked example: labels 0 to 63 go to A, but 4, 5, 6 and 7 to B: one rule of no bits for A, one of the upper four bits for B.
 */
final class LabelPrefixes {
  private static final int DEPTH = TunnelPorts.LABEL_BITS;

  /** All labels that are the value under the mask. */
  record Prefix(int value, int mask, SiteId next) {}

  private final SiteId[] next;
  private final List<Prefix> prefixes = new ArrayList<>();

  private LabelPrefixes(SiteId[] next) {
    this.next = next;
  }

  /** The fewest prefixes for a function that is given by its values for all labels. */
  static List<Prefix> of(SiteId[] next) {
    LabelPrefixes found = new LabelPrefixes(next);
    found.choose(0, 0, null);
    return found.prefixes;
  }

  /** The next sites that cost least for the labels of which the upper bits are given. */
  private Set<SiteId> best(int upper, int bits) {
    if (bits == DEPTH) {
      return Set.of(next[upper]);
    }
    Set<SiteId> low = best(upper << 1, bits + 1);
    Set<SiteId> high = best(upper << 1 | 1, bits + 1);
    Set<SiteId> shared = new LinkedHashSet<>(low);
    shared.retainAll(high);
    if (shared.isEmpty()) {
      shared.addAll(low);
      shared.addAll(high);
    }
    return shared;
  }

  private void choose(int upper, int bits, @Nullable SiteId inherited) {
    Set<SiteId> best = best(upper, bits);
    SiteId chosen = inherited != null && best.contains(inherited) ? inherited : best.stream().min(SiteId::compareTo).orElseThrow();
    if (!chosen.equals(inherited)) {
      prefixes.add(new Prefix(upper << (DEPTH - bits), RuleMatch.upperBits(bits), chosen));
    }
    if (bits < DEPTH) {
      choose(upper << 1, bits + 1, chosen);
      choose(upper << 1 | 1, bits + 1, chosen);
    }
  }
}
