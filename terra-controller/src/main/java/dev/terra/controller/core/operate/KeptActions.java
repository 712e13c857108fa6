package dev.terra.controller.core.operate;

import com.google.common.collect.ImmutableList;
import java.util.List;

/**
 * Operators' actions in their order: who does them again has what they left.
 *
 * @param lastNumber of any action, kept or not: later ones have higher numbers
 */
public record KeptActions(long lastNumber, ImmutableList<KeptAction> actions) {
  /** None yet. */
  public static final KeptActions NONE = new KeptActions(0, ImmutableList.of());

  /** Copies the list. */
  public static KeptActions of(long lastNumber, List<KeptAction> actions) {
    return new KeptActions(lastNumber, ImmutableList.copyOf(actions));
  }
}
