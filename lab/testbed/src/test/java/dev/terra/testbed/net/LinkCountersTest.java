package dev.terra.testbed.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteCaps;
import dev.terra.core.wan.Wan;
import dev.terra.testbed.Wans;
import dev.terra.testbed.plan.AddressPlan;
import dev.terra.testbed.plan.Impairment;
import dev.terra.testbed.plan.LinkShape;
import dev.terra.testbed.plan.WanLink;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LinkCountersTest {
  private final List<WanLink> links = new AddressPlan(Wans.load("triangle")).links();

  @Test
  void theEmulatorsConfigurationHasALinePerLink() {
    assertThat(UserSpaceLinks.config(links).lines().findFirst())
        .contains("l1a l1b 50000000 10000000 5000000 50000000 10000000 5000000");
  }

  @Test
  void directionsShareTheCapsOfTheSitesThatTheyLeaveAndEnter() {
    Wan plain = Wans.load("triangle");
    Wan wan = new Wan(plain.name(), plain.sites().stream().map(site -> site.withCaps(new SiteCaps(
        Optional.of(Bandwidth.ofMegabitsPerSecond(80)).filter(cap -> site.id().name().equals("A")),
        Optional.of(Bandwidth.ofMegabitsPerSecond(16)).filter(cap -> site.id().name().equals("C"))))).toList(), plain.links());
    WanLink link = links.stream().filter(each -> each.forward().id().equals(LinkId.of("A", "B"))).findFirst().orElseThrow();
    WanLink other = links.stream().filter(each -> each.forward().id().equals(LinkId.of("B", "C"))).findFirst().orElseThrow();

    assertThat(UserSpaceLinks.capsCommand(wan, link, true)).hasValue("caps " + link.number() + " ab 1 10000000 0 0");
    assertThat(UserSpaceLinks.capsCommand(wan, link, false)).isEmpty();
    assertThat(UserSpaceLinks.capsCommand(wan, other, true)).hasValue("caps " + other.number() + " ab 0 0 2 2000000");
    assertThat(UserSpaceLinks.capsCommand(plain, link, true)).isEmpty();
  }

  @Test
  void theEmulatorsStatisticsBelongToDirections() {
    assertThat(UserSpaceLinks.parse(links, "1 ab up 3000 2 1 125000000\n2 ba cut 5 6 7 9\n")).containsExactly(
        new LinkCounters(LinkId.of("A", "B"), 3000, 2, 1), new LinkCounters(LinkId.of("C", "A"), 5, 6, 7));
  }

  @Test
  void theEmulatorIsToldAllOfADirectionsImpairments() {
    WanLink link = links.get(0);
    LinkShape shape = LinkShape.of(link.forward());
    assertThat(UserSpaceLinks.impairCommand(link, true, shape, Impairment.NONE)).isEqualTo("impair 1 ab 0 10000000 0 0 0");
    assertThat(UserSpaceLinks.impairCommand(link, false, shape, Impairment.silence())).isEqualTo("impair 1 ba 1 10000000 0 0 0");
    assertThat(UserSpaceLinks.impairCommand(link, true, shape, Impairment.loss(0.01))).isEqualTo("impair 1 ab 0 10000000 10000 0 0");
    assertThat(UserSpaceLinks.impairCommand(link, true, shape, Impairment.delay(Duration.ofMillis(200))))
        .isEqualTo("impair 1 ab 0 200000000 0 0 0");
    assertThat(UserSpaceLinks.impairCommand(link, true, shape, Impairment.corruption(0.5, 7200)))
        .isEqualTo("impair 1 ab 0 10000000 0 500000 7200");
    assertThatThrownBy(() -> Impairment.loss(1.5)).hasMessageContaining("0 to 1");
  }

  @Test
  void netemsStatisticsAreReducedToIpBytes() {
    String json = "[{\"kind\":\"netem\",\"handle\":\"1:\",\"root\":true,\"bytes\":30280,\"packets\":20,\"drops\":3}]";
    assertThat(NetemLinks.parse(LinkId.of("A", "B"), json)).isEqualTo(new LinkCounters(LinkId.of("A", "B"), 30_000, 20, 3));
    assertThatThrownBy(() -> NetemLinks.parse(LinkId.of("A", "B"), "[{\"kind\":\"noqueue\"}]"))
        .hasMessage("link A:B has no netem queue any more");
    assertThatThrownBy(() -> NetemLinks.parse(LinkId.of("A", "B"), "?")).hasMessageStartingWith("link A:B: tc printed no JSON");
  }

  @Test
  void onlyA200HasABody() {
    assertThat(HostHttp.body("HTTP/1.1 200 OK\r\nA: b\r\n\r\n{}")).contains("{}");
    assertThat(HostHttp.body("HTTP/1.1 404 Not Found\r\n\r\nno")).isEqualTo(Optional.empty());
    assertThat(HostHttp.body("")).isEqualTo(Optional.empty());
  }
}
