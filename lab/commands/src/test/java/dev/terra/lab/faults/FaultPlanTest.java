package dev.terra.lab.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.Pattern;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Tests of which parts are broken, and during which transfers. */
class FaultPlanTest {
  /** A triangle, and a site that is joined to it by one link, which is larger than all others. */
  private static final Wan WAN = wan(new Object[][] {{"A", "B", 1e6}, {"B", "C", 2e6}, {"A", "C", 3e6}, {"C", "D", 9e6}});

  private static Wan wan(Object[][] ends) {
    List<Link> links = new ArrayList<>();
    for (Object[] end : ends) {
      LinkId id = LinkId.of((String) end[0], (String) end[1]);
      for (LinkId direction : List.of(id, id.reversed())) {
        links.add(new Link(direction, new Bandwidth((Double) end[2]), Duration.ofMillis(1), OptionalDouble.empty()));
      }
    }
    return new Wan("wan", List.of(Site.of("A"), Site.of("B"), Site.of("C"), Site.of("D")), links);
  }

  @Test
  void theLinkThatIsBrokenIsTheLargestWithoutWhichAllSitesAreReached() {
    assertThat(FaultMatrix.busiestSpareLink(WAN).id()).isEqualTo(LinkId.of("A", "C"));
  }

  @Test
  void aSeedDecidesItsSequence() {
    assertThat(RandomFaults.sequence(WAN, 7)).hasToString(RandomFaults.sequence(WAN, 7).toString());
    assertThat(RandomFaults.sequence(WAN, 7).toString()).isNotEqualTo(RandomFaults.sequence(WAN, 8).toString());
    for (long seed = 0; seed < 100; seed++) {
      List<PlannedFault> faults = RandomFaults.sequence(WAN, seed);
      assertThat(faults).hasSizeBetween(2, 4).allSatisfy(fault -> assertThat(fault.holdSeconds()).isBetween(0.5, 4.0));
      assertThat(faults.get(0).atSeconds()).isZero();
    }
  }

  @Test
  void theRowsOfAnAgentAreAboutOneOfItsEnds() {
    Link link = FaultMatrix.busiestSpareLink(WAN);
    SiteId killed = link.id().from();
    assertThat(FaultRow.AGENT_SENDER.pairs(WAN, link)).hasSize(3).allMatch(pair -> pair.from().equals(killed));
    assertThat(FaultRow.AGENT_RECEIVER.pairs(WAN, link)).hasSize(3).allMatch(pair -> pair.to().equals(killed));
    assertThat(FaultRow.CUT.pairs(WAN, link)).isEqualTo(Pattern.ALL_TO_ALL.pairs(WAN));
    assertThat(FaultRow.DISK_FULL.pairs(WAN, link)).singleElement().hasToString("Pair[from=A, to=C]");
    assertThat(FaultRow.DISK_FULL.faults(WAN, link).get(0).fault().name()).isEqualTo("disk full at C, silent A-B");
    for (FaultRow row : FaultRow.values()) {
      assertThat(row.faults(WAN, link)).as(row.label()).isNotEmpty();
    }
  }
}
