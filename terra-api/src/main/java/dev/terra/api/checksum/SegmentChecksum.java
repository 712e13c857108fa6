package dev.terra.api.checksum;

import java.util.HexFormat;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The checksum that a handler sends with a range of a segment to an agent: the CRC32C of the bytes as the handler has read them, in eight
 * hexadecimal digits.
 */
public final class SegmentChecksum {
  /** The name of the header field. */
  public static final String FIELD = "X-Terra-Crc32c";
  private static final Pattern FORM = Pattern.compile("[0-9a-f]{8}");

  private SegmentChecksum() {}

  /** Returns the checksum in the form of the header field. */
  public static String format(int crc) {
    return HexFormat.of().toHexDigits(crc);
  }

  /** Reads the header field; returns empty if it is missing or malformed. */
  public static OptionalInt parse(@Nullable String field) {
    return field == null || !FORM.matcher(field).matches() ? OptionalInt.empty() : OptionalInt.of(HexFormat.fromHexDigits(field));
  }
}
