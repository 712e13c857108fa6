package dev.terra.testbed.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.testbed.TestbedException;
import dev.terra.testbed.Wans;
import dev.terra.testbed.plan.Host.Role;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class AddressPlanTest {
  private final AddressPlan swan = new AddressPlan(Wans.load("swan"));

  @Test
  void sitesLinksAndHostsAreNumberedInTheOrderOfTheFile() {
    assertThat(swan.site(new SiteId("NY")).subnet()).isEqualTo("10.77.3.0/24");
    assertThat(swan.host("HK-1").ip()).isEqualTo("10.77.1.1");
    assertThat(swan.gateway(new SiteId("BA"))).isEqualTo(new Host("BA-gw", new SiteId("BA"), Role.GATEWAY, "10.77.5.200"));
    WanLink link = swan.link(new SiteId("NY"), new SiteId("LA"));
    assertThat(link.number()).isEqualTo(3);
    assertThat(link.first().site()).isEqualTo(new SiteId("LA"));
    assertThat(link.secondOverlay()).isEqualTo("10.79.3.2");
  }

  @Test
  void coreServicesAreWhereTheFarthestSiteIsNearest() {
    assertThat(swan.core()).isEqualTo(new Host("core", new SiteId("LA"), Role.CORE, "10.77.2.100"));
  }

  @Test
  void everyHostIsInTheHostsFile() {
    assertThat(swan.hostsFile()).contains("127.0.0.1 localhost\n", "10.77.1.1 HK-1\n", "10.77.4.200 FL-gw\n", "10.77.2.100 core\n");
    assertThat(swan.hosts()).hasSize(11);
  }

  @Test
  void subnetsAreFilledIn() {
    assertThat(swan.withSubnets().site(new SiteId("FL")).map(Site::subnets)).contains(List.of("10.77.4.0/24"));
  }

  @Test
  void namesAreMadeFitForHosts() {
    Wan odd = pair("New York_1", "New.York.1".replace('.', '-'));
    assertThat(new AddressPlan(odd).hosts(Role.WORKER)).extracting(Host::name).containsExactly("New-York-1-1", "New-York-1-n2-1");
  }

  @Test
  void whatDoesNotFitIsRefusedWithAReason() {
    Wan oneWay = Wans.load("triangle").keepLinks(link -> !link.id().equals(LinkId.of("B", "A")));
    assertThatThrownBy(() -> new AddressPlan(oneWay)).isInstanceOf(TestbedException.class)
        .hasMessage("link A:B has no opposite direction; the testbed needs both");
    Wan crowded = new Wan("crowded", List.of(new Site(new SiteId("A"), "A", Optional.empty(), 100, List.of())), List.of());
    assertThatThrownBy(() -> new AddressPlan(crowded)).hasMessage("at most 99 hosts fit in a site, A has 100");
    assertThatThrownBy(() -> swan.link(new SiteId("HK"), new SiteId("BA"))).hasMessage("no link between HK and BA in swan");
    assertThatThrownBy(() -> swan.link(new SiteId("HK"), new SiteId("XX")))
        .hasMessageStartingWith("unknown site XX; expected one of");
    assertThatThrownBy(() -> swan.host("HK-2")).hasMessageStartingWith("unknown host HK-2; expected one of");
  }

  private static Wan pair(String first, String second) {
    SiteId a = new SiteId(first.replace(' ', '_'));
    SiteId b = new SiteId(second);
    Link link = new Link(new LinkId(a, b), Bandwidth.ofMegabitsPerSecond(10), Duration.ZERO, OptionalDouble.empty());
    Link back = new Link(new LinkId(b, a), Bandwidth.ofMegabitsPerSecond(10), Duration.ZERO, OptionalDouble.empty());
    return new Wan("pair", List.of(Site.of(a.name()), Site.of(b.name())), List.of(link, back));
  }
}
