package dev.terra.cli.transfer;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers of bytes as people write them: {@code 10 GB}, {@code 1.5MB}, {@code 4096}; powers of 10. */
public final class ByteSize {
  private static final Pattern TEXT = Pattern.compile("\\s*([0-9]+(?:\\.[0-9]+)?)\\s*([A-Za-z]*)\\s*");
  private static final Map<String, Long> UNITS = Map.of("", 1L, "b", 1L, "kb", 1_000L, "mb", 1_000_000L, "gb", 1_000_000_000L);

  private ByteSize() {}

  /**
   * Reads a number of bytes.
   *
   * @throws IllegalArgumentException if it is none, or no whole number of at least 0 and at most 2^63 - 1
   */
  public static long parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    Long unit = matcher.matches() ? UNITS.get(matcher.group(2).toLowerCase(Locale.ROOT)) : null;
    if (unit != null) {
      try {
        return new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit)).longValueExact();
      } catch (ArithmeticException e) {
        throw new IllegalArgumentException("expected a whole number of bytes below 2^63, got '" + text + "'", e);
      }
    }
    throw new IllegalArgumentException("expected bytes such as 500 MB or 10 GB (B, KB, MB, GB: powers of 10), got '" + text + "'");
  }
}
