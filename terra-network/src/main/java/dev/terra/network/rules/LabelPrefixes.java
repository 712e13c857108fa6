package dev.terra.network.rules;

import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Expresses a function from labels to next sites as the fewest prefixes of labels, of which the longest matching one counts. It uses
 * optimal routing table construction (Draves, King, Venkatachary and Zill, INFOCOM 1999). From the leaves up, each node of the binary tree
 * of labels gets the next sites that cost least below it: those that both children share, or else those of either child. From the root
 * down, a node takes its parent's next site if that is among its own, and gets a rule of its own if not.
 *
 * <p>Worked example: if labels 4, 5, 6 and 7 go to B and all others from 0 to 63 to A, one rule of no bits is for A, and one of the upper
 * four bits for B.
 */
final class LabelPrefixes {
  private static final int DEPTH = TunnelPorts.LABEL_BITS;

  /** All labels that equal the value under the mask. */
  record Prefix(int value, int mask, SiteId next) {}

  private final SiteId[] next;
  private final List<Prefix> prefixes = new ArrayList<>();

  private LabelPrefixes(SiteId[] next) {
    this.next = next;
  }

  /** Returns the fewest prefixes for a function that is given by its values for all labels. */
  static List<Prefix> of(SiteId[] next) {
    LabelPrefixes found = new LabelPrefixes(next);
    found.choose(0, 0, null);
    return found.prefixes;
  }

  /** Returns the next sites that cost least for the labels with the given upper bits. */
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
