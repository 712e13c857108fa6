package dev.terra.certs;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.LongStream;

/**
 * Encodes values in DER, the distinguished encoding of ASN.1 (ITU-T X.690), of which certificates consist. Java itself decodes them.
 *
 * <pre>
 * +-----+---------------------------------+---------+
 * | tag | length: one byte below 128, or  | content |
 * |     | 0x80 + n and n bytes            |         |
 * +-----+---------------------------------+---------+
 * </pre>
 */
final class Der {
  private static final int BOOLEAN = 0x01;
  private static final int INTEGER = 0x02;
  private static final int BIT_STRING = 0x03;
  private static final int OCTET_STRING = 0x04;
  private static final int OBJECT_IDENTIFIER = 0x06;
  private static final int UTF8_STRING = 0x0c;
  private static final int UTC_TIME = 0x17;
  private static final int GENERALIZED_TIME = 0x18;
  private static final int SEQUENCE = 0x30;
  private static final int SET = 0x31;

  private static final int SHORT_LENGTHS = 0x80;
  /** The year from which on times have years of four digits (RFC 5280, 4.1.2.5). */
  private static final int FOUR_DIGIT_YEARS = 2050;
  private static final DateTimeFormatter TWO_DIGITS = DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'", Locale.ROOT);
  private static final DateTimeFormatter FOUR_DIGITS = DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'", Locale.ROOT);

  private Der() {}

  /** Returns a value whose content is these parts, one after the other. */
  static byte[] tagged(int tag, byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    out.writeBytes(length(Arrays.stream(parts).mapToInt(part -> part.length).sum()));
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  private static byte[] length(int length) {
    if (length < SHORT_LENGTHS) {
      return new byte[] {(byte) length};
    }
    byte[] digits = unsigned(BigInteger.valueOf(length));
    byte[] all = new byte[digits.length + 1];
    all[0] = (byte) (SHORT_LENGTHS + digits.length);
    System.arraycopy(digits, 0, all, 1, digits.length);
    return all;
  }

  private static byte[] unsigned(BigInteger number) {
    byte[] signed = number.toByteArray();
    return signed.length > 1 && signed[0] == 0 ? Arrays.copyOfRange(signed, 1, signed.length) : signed;
  }

  static byte[] sequence(byte[]... parts) {
    return tagged(SEQUENCE, parts);
  }

  /** Returns a set of one value. With several values, their order would matter. */
  static byte[] setOf(byte[] only) {
    return tagged(SET, only);
  }

  static byte[] integer(BigInteger number) {
    return tagged(INTEGER, number.toByteArray());
  }

  /** Returns BOOLEAN TRUE. FALSE is the default wherever certificates have a BOOLEAN, and defaults are not written. */
  static byte[] yes() {
    return tagged(BOOLEAN, new byte[] {(byte) 0xff});
  }

  static byte[] octets(byte[] content) {
    return tagged(OCTET_STRING, content);
  }

  /** Returns a string of bits whose number is a multiple of 8. */
  static byte[] bits(byte[] content) {
    return tagged(BIT_STRING, new byte[] {0}, content);
  }

  /** Returns a list of named bits, 0 to 7, given by the numbers of the bits that are set, at least one. Trailing zeros are not written. */
  static byte[] namedBits(int... set) {
    int all = Arrays.stream(set).map(bit -> 0x80 >> bit).sum();
    return tagged(BIT_STRING, new byte[] {(byte) Integer.numberOfTrailingZeros(all), (byte) all});
  }

  static byte[] utf8(String text) {
    return tagged(UTF8_STRING, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns an object identifier that is given with dots, such as 2.5.29.19. */
  static byte[] identifier(String dotted) {
    long[] arcs = Arrays.stream(dotted.split("\\.")).mapToLong(Long::parseLong).toArray();
    LongStream coded = LongStream.concat(LongStream.of(40 * arcs[0] + arcs[1]), Arrays.stream(arcs, 2, arcs.length));
    return tagged(OBJECT_IDENTIFIER, coded.mapToObj(Der::arc).toArray(byte[][]::new));
  }

  /** Returns a number with seven bits in each byte, the highest first. All bytes but the last have the top bit set. */
  private static byte[] arc(long number) {
    int length = Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(number) + 6) / 7);
    byte[] digits = new byte[length];
    for (int i = 0; i < length; i++) {
      long seven = (number >> (7 * (length - 1 - i))) & 0x7f;
      digits[i] = (byte) (i == length - 1 ? seven : seven | 0x80);
    }
    return digits;
  }

  /** Returns a time in whole seconds, as RFC 5280 requires it. */
  static byte[] time(Instant instant) {
    ZonedDateTime time = instant.atZone(ZoneOffset.UTC);
    boolean fourDigits = time.getYear() >= FOUR_DIGIT_YEARS;
    byte[] text = time.format(fourDigits ? FOUR_DIGITS : TWO_DIGITS).getBytes(StandardCharsets.US_ASCII);
    return tagged(fourDigits ? GENERALIZED_TIME : UTC_TIME, text);
  }
}
