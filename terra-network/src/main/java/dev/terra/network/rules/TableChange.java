package dev.terra.network.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Computes the order in which the rules of a switch are changed such that no packet leaves its path during the change. First, rules that
 * are new or lead elsewhere are installed, the most specific first. Then rules that are not wanted any more are removed, the most specific
 * last.
 *
 * <p>This order is correct for a packet that both tables send the same way. While rules are installed, the winning rule of the new table is
 * there before any less specific rule of the new table, so that either this rule or still the winner of the old table decides. While rules
 * are removed, the winner of the old table is removed after all less specific rules, so that either it or the winner of the new table
 * decides. A rule that is replaced in place has the same rank in both tables.
 */
public final class TableChange {
  /**
   * One step of a change.
   *
   * @param add true if the rule is installed, in place of a rule with the same match if there is one; false if it is removed
   * @param next what the rule does
   */
  public record Step<N>(boolean add, RuleMatch match, N next) {}

  private static final Comparator<Step<?>> BY_RANK = Comparator.comparingInt(step -> step.match().rank());

  private TableChange() {}

  /** Returns the steps from one table to another. */
  public static <N> List<Step<N>> between(Map<RuleMatch, N> now, Map<RuleMatch, N> wanted) {
    List<Step<N>> come = new ArrayList<>();
    wanted.forEach((match, next) -> {
      if (!next.equals(now.get(match))) {
        come.add(new Step<>(true, match, next));
      }
    });
    List<Step<N>> go = new ArrayList<>();
    now.forEach((match, next) -> {
      if (!wanted.containsKey(match)) {
        go.add(new Step<>(false, match, next));
      }
    });
    come.sort(BY_RANK.reversed());
    go.sort(BY_RANK);
    come.addAll(go);
    return come;
  }
}
