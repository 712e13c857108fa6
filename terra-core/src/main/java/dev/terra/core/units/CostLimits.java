package dev.terra.core.units;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** The largest prices, budgets and values of time. Numbers beyond these are typing errors, and sums of them are no longer exact. */
public final class CostLimits {
  /** US dollars of a budget. */
  public static final double MOST_USD = 1e9;
  /** US dollars that an hour may be worth. */
  public static final double MOST_USD_PER_HOUR = 1e9;
  /** US dollars for 10^9 bytes. */
  public static final double MOST_USD_PER_GIGABYTE = 1e6;
  /** US dollars for an hour of a processor core. */
  public static final double MOST_USD_PER_CORE_HOUR = 1e6;
  /** Watt hours for 10^9 bytes, watts of a core, and grams for a kilowatt hour. */
  public static final double MOST_ENERGY = 1e6;
  /** 10^9 bytes of a month: more than 30 Tbit/s all the time. */
  public static final double MOST_GIGABYTES = 1e10;

  private static final int DIGITS = 4;

  private CostLimits() {}

  /** A range in words, from 0. */
  public static String from0(double most) {
    return String.format(Locale.ROOT, "0 to %.0f", most);
  }

  /** Whether a value is at least 0 and no more than another; not a number is not. */
  public static boolean isFrom0(double value, double most) {
    return value >= 0 && value <= most;
  }

  /**
   * Says that a budget is too small, with as many digits as it takes to see that.
   *
   * @param maxUsd the budget, US dollars
   * @param leastUsd what it would have to be at least, more than that
   */
  public static String tooSmall(double maxUsd, double leastUsd) {
    return "hard budget of $ " + digits(maxUsd, RoundingMode.FLOOR) + " is below $ " + digits(leastUsd, RoundingMode.CEILING)
        + ", what it costs on the cheapest paths";
  }

  private static String digits(double usd, RoundingMode towards) {
    return BigDecimal.valueOf(usd).round(new MathContext(DIGITS, towards)).stripTrailingZeros().toPlainString();
  }

  /**
   * Checks a value.
   *
   * @param what begins the message
   * @param most the largest
   * @throws IllegalArgumentException if the value is not a number of 0 to the largest
   */
  public static void check(String what, double value, double most) {
    if (!isFrom0(value, most)) {
      throw new IllegalArgumentException(what + " must be " + from0(most) + ", got " + value);
    }
  }
}
