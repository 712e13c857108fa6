package dev.terra.rest.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.rest.api.Problem;
import dev.terra.rest.whatif.WhatIfRequest.NewCapacity;
import dev.terra.rest.whatif.WhatIfRequest.NewLink;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ChangedWanTest {
  private static final double EFFICIENCY = 0.9;
  private static final Wan WAN = new Wan("w", Stream.of("A", "B", "C").map(Site::of).toList(),
      Stream.of("A B", "B A", "B C", "C B").map(ChangedWanTest::link).toList());

  private static LinkId id(String ends) {
    return new LinkId(new SiteId(ends.substring(0, 1)), new SiteId(ends.substring(2)));
  }

  private static Link link(String ends) {
    return new Link(id(ends), new Bandwidth(100), Duration.ofMillis(10), OptionalDouble.empty());
  }

  private static Wan change(WhatIfRequest request) {
    return ChangedWan.of(WAN, WAN, request, EFFICIENCY);
  }

  private static WhatIfRequest removing(List<String> links, List<String> sites) {
    return new WhatIfRequest(links, sites, null, null, null, null);
  }

  private static WhatIfRequest adding(List<String> sites, NewLink... links) {
    return new WhatIfRequest(null, null, sites, List.of(links), null, null);
  }

  private static WhatIfRequest capacity(String link, double bytesPerSecond) {
    return new WhatIfRequest(null, null, null, null, List.of(new NewCapacity(link, bytesPerSecond)), null);
  }

  private static List<String> links(Wan wan) {
    return wan.links().stream().map(link -> link.id().from() + " " + link.id().to()).toList();
  }

  private static void refused(WhatIfRequest request, String message) {
    assertThatThrownBy(() -> change(request)).isInstanceOfSatisfying(Problem.class,
        problem -> assertThat(problem.status()).isEqualTo(400)).hasMessageContaining(message);
  }

  @Test
  void withoutARequestItIsAsItWas() {
    assertThat(links(change(removing(null, null)))).isEqualTo(links(WAN));
  }

  @Test
  void aLinkGoesInOneDirectionOrInBoth() {
    assertThat(links(change(removing(List.of("A:B"), null)))).containsExactlyInAnyOrder("B A", "B C", "C B");
    assertThat(links(change(removing(List.of("A::B"), null)))).containsExactlyInAnyOrder("B C", "C B");
  }

  @Test
  void aSiteGoesWithItsLinks() {
    assertThat(links(change(removing(null, List.of("A"))))).containsExactlyInAnyOrder("B C", "C B");
  }

  @Test
  void whatIsNotThereCannotGo() {
    refused(removing(List.of("A:C"), null), "no link A:C in w");
    refused(removing(null, List.of("D")), "no site 'D' in w");
    refused(removing(List.of("nonsense"), null), "nonsense");
  }

  @Test
  void aNewSiteIsJoinedByNewLinksOfWhichAPartIsPlanned() {
    Wan wan = change(adding(List.of("D"), new NewLink("C::D", 1_000, 5.0), new NewLink("A:C", 1, null)));

    assertThat(wan.sites()).extracting(site -> site.id().name()).contains("D");
    assertThat(wan.link(id("D C"))).get().satisfies(link -> {
      assertThat(link.capacity().bytesPerSecond()).isEqualTo(900);
      assertThat(link.latency()).isEqualTo(Duration.ofMillis(5));
    });
    assertThat(wan.link(id("A C"))).get().satisfies(link -> assertThat(link.latency()).isZero());
    assertThat(wan.link(id("C A"))).isEmpty();
  }

  @Test
  void aNewLinkJoinsSitesThatAreThere() {
    refused(adding(List.of(), new NewLink("C:D", 1_000, null)), "joins a site that is neither there nor among addSites");
    refused(adding(List.of("A")), "the site 'A' is there already");
    refused(adding(List.of("D", "D")), "the site 'D' is there already");
    refused(adding(List.of("not a name")), "not a name");
  }

  @Test
  void aCapacityIsChangedWhereTheLinkIs() {
    Wan wan = change(capacity("A::B", 10));

    assertThat(wan.link(id("A B")).orElseThrow().capacity().bytesPerSecond()).isEqualTo(9);
    assertThat(wan.link(id("B A")).orElseThrow().capacity().bytesPerSecond()).isEqualTo(9);
    assertThat(wan.link(id("B C")).orElseThrow().capacity().bytesPerSecond()).isEqualTo(100);
    refused(capacity("A:C", 10), "no link A:C in w");
    refused(capacity("A:B", 0.5), "expected a capacity of 1 to 1e13 bytes/s, got 0.5");
    refused(capacity("A:B", Double.NaN), "expected a capacity of 1 to 1e13 bytes/s, got NaN");
  }

  @Test
  void aLinkThatIsDownMayBeNamedAndStaysDown() {
    Wan up = new Wan("w", WAN.sites(), Stream.of("B C", "C B").map(ChangedWanTest::link).toList());

    assertThat(links(ChangedWan.of(up, WAN, capacity("A:B", 10), EFFICIENCY))).containsExactlyInAnyOrder("B C", "C B");
    assertThat(links(ChangedWan.of(up, WAN, removing(List.of("A:B"), null), EFFICIENCY))).containsExactlyInAnyOrder("B C", "C B");
  }
}
