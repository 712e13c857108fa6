package dev.terra.core.balance;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How the work of a site is divided among its agents. */
public enum BalanceKind {
  /** A hash says who works on what, however busy that one is. */
  HASH,
  /** The rule of {@link PrequalPolicy}. */
  PREQUAL,
  /** The actor-critic of {@link MalcolmPolicy}. */
  MALCOLM;

  /** The policy before it has learned anything. */
  public BalancePolicy first() {
    return switch (this) {
      case HASH -> new KeepPolicy();
      case PREQUAL -> PrequalPolicy.USUAL;
      case MALCOLM -> MalcolmPolicy.first();
    };
  }

  /** The word for it in configurations. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The kind that a word stands for, if any. */
  public static Optional<BalanceKind> of(String word) {
    return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
  }
}
