package dev.terra.certs;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Instant;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Tests of values whose encodings are given by ITU-T X.690 and RFC 5280, or follow from them by hand. */
class DerTest {
  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  @Test
  void lengthsTakeAsFewBytesAsTheyCan() {
    assertThat(hex(Der.octets(new byte[0]))).isEqualTo("0400");
    assertThat(hex(Der.octets(new byte[127]))).startsWith("047f00").hasSize(2 * 129);
    assertThat(hex(Der.octets(new byte[128]))).startsWith("04818000").hasSize(2 * 131);
    assertThat(hex(Der.octets(new byte[255]))).startsWith("0481ff00").hasSize(2 * 258);
    assertThat(hex(Der.octets(new byte[256]))).startsWith("0482010000").hasSize(2 * 260);
    assertThat(hex(Der.octets(new byte[65_536]))).startsWith("048301000000").hasSize(2 * 65_541);
  }

  @Test
  void integersHaveASign() {
    assertThat(hex(Der.integer(BigInteger.ZERO))).isEqualTo("020100");
    assertThat(hex(Der.integer(BigInteger.valueOf(127)))).isEqualTo("02017f");
    assertThat(hex(Der.integer(BigInteger.valueOf(128)))).isEqualTo("02020080");
    assertThat(hex(Der.integer(BigInteger.valueOf(256)))).isEqualTo("02020100");
  }

  @Test
  void identifiersArePackedBySevenBits() {
    assertThat(hex(Der.identifier("2.5.29.19"))).isEqualTo("0603551d13");
    assertThat(hex(Der.identifier("1.2.840.10045.4.3.2"))).isEqualTo("06082a8648ce3d040302");
    assertThat(hex(Der.identifier("1.3.6.1.5.5.7.3.1"))).isEqualTo("06082b06010505070301");
    assertThat(hex(Der.identifier("2.999.0.127.128"))).isEqualTo("06068837007f8100");
  }

  @Test
  void bitsThatAreSetEndTheirString() {
    assertThat(hex(Der.namedBits(0))).isEqualTo("03020780");
    assertThat(hex(Der.namedBits(5, 6))).isEqualTo("03020106");
    assertThat(hex(Der.namedBits(0, 7))).isEqualTo("03020081");
    assertThat(hex(Der.bits(new byte[] {1, 2}))).isEqualTo("0303000102");
  }

  @Test
  void yearsHaveFourDigitsFrom2050On() {
    assertThat(Der.time(Instant.parse("2049-12-31T23:59:59.999Z"))).startsWith(0x17, 13).endsWith("491231235959Z".getBytes(US_ASCII));
    assertThat(Der.time(Instant.parse("2050-01-01T00:00:00Z"))).startsWith(0x18, 15).endsWith("20500101000000Z".getBytes(US_ASCII));
  }

  @Test
  void theRestIsWrapped() {
    assertThat(hex(Der.yes())).isEqualTo("0101ff");
    assertThat(hex(Der.utf8("\u00e4"))).isEqualTo("0c02c3a4");
    assertThat(hex(Der.sequence(Der.yes(), Der.setOf(Der.octets(new byte[] {7}))))).isEqualTo("30080101ff3103040107");
  }
}
