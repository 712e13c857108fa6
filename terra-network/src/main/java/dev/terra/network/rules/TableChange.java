package dev.terra.network.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The order in which one switch's rules become others without a packet going astray in between. First come the rules that are new or lead
 * elsewhere, the most special first; then those that are wanted no more go, the most special last.
 *
 * <p>Why that is right for a packet that both tables send the same way: while rules come, the winning one of the new table is there before
 * any lesser one of it, so that a packet is decided by it, or still by the winner of the old table. While rules go, the winner of the old
 * table goes after all lesser ones, so that a packet is decided by it, or by the winner of the new table. A rule that is replaced in
 * place is of the same rank in both.
 */
public final class TableChange {
  /**
   * One step.
   *
   * @param add whether the rule is put in, in place of one with the same match if there is one; else it is taken out
   * @param next what it does
   */
  public record Step<N>(boolean add, RuleMatch match, N next) {}

  private static final Comparator<Step<?>> BY_RANK = Comparator.comparingInt(step -> step.match().rank());

  private TableChange() {}

  /** The steps from one table to another. */
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
