package dev.terra.cli.transfer;

import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads numbers of bytes as people write them: {@code 10 GB}, {@code 1.5 MB}, {@code 4096}. The case of the unit's last letter decides:
 * {@code B} are bytes, while {@code b} would be bits, which are refused.
 */
public final class ByteSize {
  private static final Pattern TEXT = Pattern.compile("\\s*([0-9]+(?:\\.[0-9]+)?)\\s*([A-Za-z]*)\\s*");
  private static final Map<String, Long> UNITS =
      Map.of("", 1L, "B", 1L, "kB", 1_000L, "KB", 1_000L, "MB", 1_000_000L, "GB", 1_000_000_000L);

  private ByteSize() {}

  /**
   * Reads a number of bytes.
   *
   * @throws IllegalArgumentException if the text is malformed, or is not a whole number of at least 0 and at most 2^63 - 1
   */
  public static long parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    Long unit = matcher.matches() ? UNITS.get(matcher.group(2)) : null;
    if (unit != null) {
      try {
        return new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit)).longValueExact();
      } catch (ArithmeticException e) {
        throw new IllegalArgumentException("expected a whole number of bytes below 2^63, got '" + text + "'", e);
      }
    }
    throw new IllegalArgumentException("expected bytes such as 500 MB or 10 GB (B, kB, MB, GB: powers of 10; a small b would be bits), "
        + "got '" + text + "'");
  }
}
