package dev.terra.core.balance;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The ways to divide the work of a site among its agents. */
public enum BalanceKind {
  /** A hash decides which agent does a piece of work, however busy that agent is. */
  HASH,
  /** The rule of {@link PrequalPolicy}. */
  PREQUAL,
  /** The actor-critic of {@link MalcolmPolicy}. */
  MALCOLM;

  /** Returns the policy of this kind before it has learned anything. */
  public BalancePolicy first() {
    return switch (this) {
      case HASH -> new KeepPolicy();
      case PREQUAL -> PrequalPolicy.USUAL;
      case MALCOLM -> MalcolmPolicy.first();
    };
  }

  /** Returns the word for this kind in configurations. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the kind that a word stands for, if there is one. */
  public static Optional<BalanceKind> of(String word) {
    return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
  }
}
