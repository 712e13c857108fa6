package dev.terra.api.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.net.InetAddresses;
import java.math.BigInteger;
import java.net.InetAddress;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SubnetTest {
  @Property
  void anAddressBelongsIfItsFirstBitsAreTheNetworks(@ForAll int network, @ForAll int address, @ForAll @IntRange(max = 32) int prefix) {
    Subnet subnet = new Subnet(InetAddresses.fromInteger(network), prefix);
    BigInteger difference = BigInteger.valueOf((network ^ address) & 0xffffffffL);

    assertThat(subnet.contains(InetAddresses.fromInteger(address))).isEqualTo(difference.bitLength() <= 32 - prefix);
  }

  @Property
  void aFlippedBitOfThePrefixLeadsOut(@ForAll int network, @ForAll @IntRange(min = 1, max = 32) int prefix,
      @ForAll @IntRange(min = 0, max = 31) int bit) {
    Subnet subnet = new Subnet(InetAddresses.fromInteger(network), prefix);
    InetAddress flipped = InetAddresses.fromInteger(network ^ (0x80000000 >>> bit));

    assertThat(subnet.contains(flipped)).isEqualTo(bit >= prefix);
  }

  @Test
  void bothVersionsAreReadAndAnAddressAloneIsANetwork() {
    assertThat(Subnet.parse("fd00:1::/65").contains(InetAddresses.forString("fd00:1::7fff:0:0:1"))).isTrue();
    assertThat(Subnet.parse("fd00:1::/65").contains(InetAddresses.forString("fd00:1::8000:0:0:1"))).isFalse();
    assertThat(Subnet.parse("10.0.0.7")).isEqualTo(Subnet.parse("10.0.0.7/32"));
    assertThat(Subnet.parse("0.0.0.0/0").contains(InetAddresses.forString("8.8.8.8"))).isTrue();
    assertThat(Subnet.parse("0.0.0.0/0").contains(InetAddresses.forString("::1"))).isFalse();
  }

  @Test
  void whatIsNoSubnetIsNamedWithWhatWasExpected() {
    Stream.of("ten/8", "10.0.0.0/x", "10.0.0.0/", "10.0.0.0/+8", "10.0.0.0/8/8", "", "/8", "host.example").forEach(text ->
        assertThatThrownBy(() -> Subnet.parse(text)).isInstanceOf(IllegalArgumentException.class)
            .hasMessage("expected a subnet such as 10.77.1.0/24, got '" + text + "'"));
    assertThatThrownBy(() -> Subnet.parse("10.0.0.0/33")).hasMessage("expected a prefix of 0 to 32 bits, got '10.0.0.0/33'");
    assertThatThrownBy(() -> Subnet.parse("::/129")).hasMessage("expected a prefix of 0 to 128 bits, got '::/129'");
  }

  @Test
  void theMostSpecificComesFirst() {
    assertThat(Stream.of("10.0.0.0/8", "10.1.0.0/16", "0.0.0.0/0").map(Subnet::parse).sorted(Subnet.MOST_SPECIFIC_FIRST)
        .map(Subnet::prefixBits)).containsExactly(16, 8, 0);
  }
}
