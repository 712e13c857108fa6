package dev.terra.testbed.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.testbed.Wans;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DefaultRoutesTest {
  private static final SiteId HK = new SiteId("HK");
  private static final SiteId LA = new SiteId("LA");
  private static final SiteId FL = new SiteId("FL");
  private static final SiteId NY = new SiteId("NY");

  @Test
  void fewestHopsThenLowestLatency() {
    DefaultRoutes routes = new DefaultRoutes(Wans.load("swan"));
    assertThat(routes.nextHop(HK, LA)).contains(LA);
    assertThat(routes.nextHop(HK, FL)).as("82 + 29 ms beats 104 + 17 ms").contains(LA);
    assertThat(routes.latency(HK, FL)).contains(Duration.ofMillis(111));
    assertThat(routes.nextHop(HK, HK)).isEmpty();
    assertThat(new DefaultRoutes(Wans.load("triangle")).nextHop(new SiteId("A"), new SiteId("B")))
        .as("one hop of 10 ms beats two of 5 ms").contains(new SiteId("B"));
  }

  @Test
  void aCutLinkIsAvoided() {
    Set<LinkId> cut = Set.of(LinkId.of("HK", "LA"), LinkId.of("LA", "HK"));
    DefaultRoutes routes = new DefaultRoutes(without(Wans.load("swan"), cut));
    assertThat(routes.nextHop(HK, LA)).contains(NY);
    assertThat(routes.latency(HK, LA)).contains(Duration.ofNanos(137_700_000));
  }

  @Test
  void whatCannotBeReachedHasNoRoute() {
    Wan lone = Wans.load("swan").keepLinks(link -> !(link.id().from().equals(HK) || link.id().to().equals(HK)));
    assertThat(new DefaultRoutes(lone).nextHop(LA, HK)).isEmpty();
    assertThat(new DefaultRoutes(lone).latency(HK, LA)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"triangle", "swan", "google-b4", "att"})
  void forwardingReachesEverySiteInTheFewestHopsWhateverLinkIsCut(String name) {
    Wan wan = Wans.load(name);
    assertForwarding(wan);
    for (Link link : wan.links()) {
      assertForwarding(without(wan, Set.of(link.id(), link.id().reversed())));
    }
  }

  private static Wan without(Wan wan, Set<LinkId> cut) {
    return wan.keepLinks(link -> !cut.contains(link.id()));
  }

  private static void assertForwarding(Wan wan) {
    DefaultRoutes routes = new DefaultRoutes(wan);
    for (Site from : wan.sites()) {
      Map<SiteId, Integer> hops = hopsFrom(wan, from.id());
      for (Site to : wan.sites()) {
        assertThat(follow(routes, from.id(), to.id())).isEqualTo(hops.getOrDefault(to.id(), -1));
      }
    }
  }

  /** Returns the number of hops on the forwarding path, or -1 if the path ends at another site. */
  private static int follow(DefaultRoutes routes, SiteId from, SiteId to) {
    SiteId at = from;
    int hops = 0;
    while (!at.equals(to)) {
      if (routes.nextHop(at, to).isEmpty()) {
        return -1;
      }
      at = routes.nextHop(at, to).get();
      hops++;
      assertThat(hops).as("a loop from %s to %s", from, to).isLessThan(1000);
    }
    return hops;
  }

  private static Map<SiteId, Integer> hopsFrom(Wan wan, SiteId start) {
    Map<SiteId, Integer> hops = new HashMap<>(Map.of(start, 0));
    List<SiteId> queue = new ArrayList<>(List.of(start));
    for (int i = 0; i < queue.size(); i++) {
      SiteId at = queue.get(i);
      for (Link link : wan.linksFrom(at)) {
        if (hops.putIfAbsent(link.id().to(), hops.get(at) + 1) == null) {
          queue.add(link.id().to());
        }
      }
    }
    return hops;
  }
}
