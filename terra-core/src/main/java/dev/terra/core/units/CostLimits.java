package dev.terra.core.units;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * The largest accepted prices, budgets and values of time. Numbers beyond these are typing errors, and sums of them are no longer exact.
 */
public final class CostLimits {
  /** The largest budget, US dollars. */
  public static final double MOST_USD = 1e9;
  /** The largest value of an hour, US dollars. */
  public static final double MOST_USD_PER_HOUR = 1e9;
  /** The largest price of 10^9 bytes, US dollars. */
  public static final double MOST_USD_PER_GIGABYTE = 1e6;
  /** The largest price of an hour of a processor core, US dollars. */
  public static final double MOST_USD_PER_CORE_HOUR = 1e6;
  /** The largest number of watt hours for 10^9 bytes, of watts of a core, and of grams for a kilowatt hour. */
  public static final double MOST_ENERGY = 1e6;
  /** The largest number of gigabytes (10^9 bytes) of a month: more than 30 Tbit/s all the time. */
  public static final double MOST_GIGABYTES = 1e10;

  private static final int DIGITS = 4;

  private CostLimits() {}

  /** Returns the text for the range from 0 to a number. */
  public static String from0(double most) {
    return String.format(Locale.ROOT, "0 to %.0f", most);
  }

  /** Returns whether a value is at least 0 and at most another value; false for NaN. */
  public static boolean isFrom0(double value, double most) {
    return value >= 0 && value <= most;
  }

  /**
   * Returns the message that a budget is too small. The budget is rounded down and the least budget up, so that they differ in the text.
   *
   * @param maxUsd the budget, US dollars
   * @param leastUsd the least budget that would do, US dollars; more than the given budget
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
   * @param what what the value is; the message begins with it
   * @param most the largest
   * @throws IllegalArgumentException if the value is not a number from 0 to the largest
   */
  public static void check(String what, double value, double most) {
    if (!isFrom0(value, most)) {
      throw new IllegalArgumentException(what + " must be " + from0(most) + ", got " + value);
    }
  }
}
