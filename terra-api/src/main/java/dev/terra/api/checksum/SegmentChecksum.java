package dev.terra.api.checksum;

import java.util.HexFormat;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a handler says of a range of a segment that it gives an agent: the CRC32C of the bytes as it has read them, in eight hexadecimal
 * digits.
 */
public final class SegmentChecksum {
  /** The header's field. */
  public static final String FIELD = "X-Terra-Crc32c";
  private static final Pattern FORM = Pattern.compile("[0-9a-f]{8}");

  private SegmentChecksum() {}

  /** The checksum as the field has it. */
  public static String format(int crc) {
    return HexFormat.of().toHexDigits(crc);
  }

  /** Reads the field; empty where there is none, or it is malformed. */
  public static OptionalInt parse(@Nullable String field) {
    return field == null || !FORM.matcher(field).matches() ? OptionalInt.empty() : OptionalInt.of(HexFormat.fromHexDigits(field));
  }
}
