package dev.terra.core.units;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A data rate in bytes per second; finite and at least 0. Its text is in bits per second with powers of 10, such as {@code 5120 Mbps} or
 * {@code 10 Gb/s}, or in bytes per second, such as {@code 250 MB/s} or {@code 10 GBps}. A small b stands for bits, a large B for bytes.
 */
public record Bandwidth(double bytesPerSecond) implements Comparable<Bandwidth> {
  private static final Pattern TEXT =
      Pattern.compile("\\s*([0-9]+(?:\\.[0-9]+)?)\\s*([kKmMgGtT]?)(?:(bps|b/s|bit/s)|(Bps|B/s))\\s*");

  /** Checks the range. */
  public Bandwidth {
    if (!Double.isFinite(bytesPerSecond) || bytesPerSecond < 0) {
      throw new IllegalArgumentException("bandwidth must be finite and at least 0 B/s, got " + bytesPerSecond);
    }
  }

  /** Returns the bandwidth of a number of megabits (10^6 bits) per second. */
  public static Bandwidth ofMegabitsPerSecond(double megabits) {
    return new Bandwidth(megabits * 1e6 / 8);
  }

  /**
   * Reads text such as {@code 5.12 Gbps}.
   *
   * @throws IllegalArgumentException if the text is not a number and a unit
   */
  public static Bandwidth parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("expected a bandwidth such as '5120 Mbps', '10 Gbps' or '250 MB/s' "
          + "(bits: bps, b/s, bit/s; bytes: Bps, B/s; before them k, M, G or T, powers of 10), got '" + text + "'");
    }
    double units = Double.parseDouble(matcher.group(1)) * factor(matcher.group(2));
    return new Bandwidth(matcher.group(3) != null ? units / 8 : units);
  }

  private static double factor(String prefix) {
    return switch (prefix.toLowerCase(Locale.ROOT)) {
      case "k" -> 1e3;
      case "m" -> 1e6;
      case "g" -> 1e9;
      case "t" -> 1e12;
      default -> 1;
    };
  }

  /** Returns this rate in 10^6 bit/s. */
  public double megabitsPerSecond() {
    return bytesPerSecond * 8 / 1e6;
  }

  /** Returns this rate times a factor of at least 0. */
  public Bandwidth times(double factor) {
    return new Bandwidth(bytesPerSecond * factor);
  }

  @Override
  public int compareTo(Bandwidth other) {
    return Double.compare(bytesPerSecond, other.bytesPerSecond);
  }

  @Override
  public String toString() {
    double megabits = megabitsPerSecond();
    return megabits >= 1000
        ? String.format(Locale.ROOT, "%.4g Gbps", megabits / 1000)
        : String.format(Locale.ROOT, "%.4g Mbps", megabits);
  }
}
