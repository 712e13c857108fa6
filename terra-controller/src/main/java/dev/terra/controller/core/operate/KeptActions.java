package dev.terra.controller.core.operate;

import com.google.common.collect.ImmutableList;
import java.util.List;

/**
 * The actions of operators in their order. Repeating them restores the state that they led to.
 *
 * @param lastNumber the number of the last action, kept or not; later actions have higher numbers
 */
public record KeptActions(long lastNumber, ImmutableList<KeptAction> actions) {
  /** An object without actions. */
  public static final KeptActions NONE = new KeptActions(0, ImmutableList.of());

  /** Creates an object with a copy of the list. */
  public static KeptActions of(long lastNumber, List<KeptAction> actions) {
    return new KeptActions(lastNumber, ImmutableList.copyOf(actions));
  }
}
