package dev.terra.node.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.net.InetAddresses;
import dev.terra.api.address.Subnet;
import dev.terra.api.v1.AgentWelcome;
import dev.terra.api.v1.SiteSubnets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SiteMapTest {
  private final SiteMap sites = SiteMap.of(AgentWelcome.newBuilder().setSite("HK")
      .addSites(SiteSubnets.newBuilder().setSite("HK").addSubnets("10.77.1.0/24").addSubnets("fd00:1::/32"))
      .addSites(SiteSubnets.newBuilder().setSite("LA").addSubnets("10.77.0.0/16").addSubnets("10.78.2.128/25")).build());

  @ParameterizedTest
  @CsvSource({"10.77.1.0,HK", "10.77.1.255,HK", "10.77.2.0,LA", "10.78.2.128,LA", "10.78.2.127,", "10.76.255.255,", "fd00:1::7,HK",
      "fd00:2::7,", "127.0.0.1,"})
  void theMostSpecificSubnetWins(String address, String site) {
    assertThat(sites.siteOf(InetAddresses.forString(address))).isEqualTo(Optional.ofNullable(site));
  }

  @Test
  void knowsItsOwn() {
    assertThat(sites.ownSite()).isEqualTo("HK");
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.0/33", "10.0.0.0/-1", "10.0.0/8", "x/8", "10.0.0.0/x", "fd00::/129", ""})
  void refusesWhatIsNoSubnet(String cidr) {
    assertThatThrownBy(() -> Subnet.parse(cidr)).isInstanceOf(IllegalArgumentException.class);
  }
}
