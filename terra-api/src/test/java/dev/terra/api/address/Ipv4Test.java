package dev.terra.api.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.net.InetAddresses;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Ipv4Test {
  @Test
  void aPeerMayBeNamed() throws UnknownHostException {
    InetSocketAddress peer = Ipv4.peer("check-controller.terra.svc:7100");
    assertThat(peer.isUnresolved()).isTrue();
    assertThat(peer.getHostString() + ":" + peer.getPort()).isEqualTo("check-controller.terra.svc:7100");
    assertThat(Ipv4.peer("terra_controller:1").isUnresolved()).isTrue();
    InetSocketAddress literal = new InetSocketAddress(InetAddresses.forString("10.1.0.4"), 7100);
    assertThat(Ipv4.peer("10.1.0.4:7100")).isEqualTo(literal);
    assertThat(Ipv4.lookUp(literal)).containsExactly(literal);
    assertThat(Ipv4.lookUp(Ipv4.peer("localhost:80"))).contains(new InetSocketAddress(InetAddresses.forString("127.0.0.1"), 80));
    assertThatThrownBy(() -> Ipv4.lookUp(Ipv4.peer("nobody.invalid:80"))).isInstanceOf(UnknownHostException.class)
        .hasMessageContaining("nobody.invalid is not known here");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[fd00::1]:7100", "[::1]:7100", "fd00::1"})
  void ipv6IsSaidToBeNotSpoken(String text) {
    assertThatThrownBy(() -> Ipv4.peer(text)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("IPv4 only");
    assertThatThrownBy(() -> Ipv4.listening(text)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("IPv4 only");
    assertThatThrownBy(() -> Ipv4.address("fd00::1")).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("IPv4 only");
  }

  @ParameterizedTest
  @CsvSource({"host:7203, names are not taken", "10.1.0.4, 'expected IP:PORT'", "300.1.1.1:80, 'expected IP:PORT'",
      ":80, 'expected IP:PORT'"})
  void whereTerraListensAnAddressIsNeeded(String text, String problem) {
    assertThatThrownBy(() -> Ipv4.listening(text)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(problem)
        .hasMessageContaining("'" + text + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "host", "host:", "host:0", "host:65536", "10.1.2:80", "a b:80", "host:80:90"})
  void whatIsNoPeerIsRefused(String text) {
    assertThatThrownBy(() -> Ipv4.peer(text)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("expected HOST:PORT");
  }

  @Test
  void subnetsOfConfigurationsAreIpv4() {
    assertThat(Subnet.ipv4("10.1.0.0/16").prefixBits()).isEqualTo(16);
    assertThatThrownBy(() -> Subnet.ipv4("fd00::/64")).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("IPv4 only");
  }
}
