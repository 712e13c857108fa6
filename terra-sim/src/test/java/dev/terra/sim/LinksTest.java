package dev.terra.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteCaps;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.PathRate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LinksTest {
  private static final Path DIRECT = Path.of("A", "B");
  private static final Path DETOUR = Path.of("A", "C", "B");

  private final Wan wan = Fixtures.triangle();
  private final Links links = new Links(wan);

  private static Coflow sending(double direct, double detour) {
    Coflow coflow = new Coflow("x", "s", 1, null);
    coflow.release(Fixtures.job("x", 0, "A>B 100").shuffles().get(0).matrix());
    coflow.bundle(new SiteId("A"), new SiteId("B")).follow(List.of(
        new PathRate(DIRECT, direct * Fixtures.UNIT, 0), new PathRate(DETOUR, detour * Fixtures.UNIT, 0)));
    return coflow;
  }

  private void happens(String event) {
    WanEvent.parse("0 " + event).forEach(links::apply);
  }

  private double capacity(String from, String to) {
    return links.capacity(wan.indexOf(LinkId.of(from, to))) / Fixtures.UNIT;
  }

  @Test
  void aByteCountsOnEveryLinkItCrosses() {
    links.load(List.of(sending(3, 2), sending(1, 0)));

    assertThat(links.totalLoad()).isCloseTo((4 + 2 * 2) * Fixtures.UNIT, within(1.0));
    assertThat(links.totalCapacity()).isEqualTo(2 * (10 + 4 + 10) * Fixtures.UNIT);
    links.load(List.of());
    assertThat(links.totalLoad()).isZero();
  }

  @Test
  void aByteCountsAtTheCapsThatItsPathLeavesAndEnters() {
    Wan capped = new Wan(wan.name(), wan.sites().stream().map(site -> site.id().name().equals("C")
        ? site.withCaps(new SiteCaps(Optional.of(new Bandwidth(2 * Fixtures.UNIT)), Optional.empty())) : site).toList(), wan.links());
    Links counted = new Links(capped);
    counted.load(List.of(sending(8, 2)));
    counted.audit(0);
    assertThat(counted.totalLoad()).as("a cap is no link").isCloseTo((8 + 2 * 2) * Fixtures.UNIT, within(1.0));
    assertThat(counted.totalCapacity()).isEqualTo(links.totalCapacity());

    counted.load(List.of(sending(8, 3)));
    assertThat(counted.fitting(DIRECT)).isEqualTo(1);
    assertThat(counted.fitting(DETOUR)).isCloseTo(2.0 / 3, within(1e-9));
    assertThatThrownBy(() -> counted.audit(0)).isInstanceOf(AuditException.class).hasMessageContaining("egress cap of site C carries");
  }

  @Test
  void aLinkFailsAndComesBackWithTheCapacityItHadInBothDirections() {
    happens("capacity A B 48 Mbps");
    happens("down B A");

    assertThat(capacity("A", "B")).isZero();
    assertThat(capacity("B", "A")).isZero();
    assertThat(links.current().link(LinkId.of("A", "B"))).isEmpty();
    assertThat(links.current().sites()).as("sites stay").isEqualTo(wan.sites());

    happens("up A B");
    assertThat(capacity("A", "B")).isEqualTo(6);
    assertThat(links.current().link(LinkId.of("B", "A")).orElseThrow().capacity().bytesPerSecond()).isEqualTo(6 * Fixtures.UNIT);
  }

  @Test
  void whatHappensToALinkThatIsAwayHoldsWhenItIsBack() {
    happens("down A B");
    happens("capacity A B 80 Gbps");
    assertThat(capacity("A", "B")).isZero();

    happens("up A B");
    assertThat(capacity("A", "B")).isEqualTo(10_000);
  }

  @Test
  void anUnknownLinkIsAnErrorThatNamesItAndTheWan() {
    assertThatThrownBy(() -> happens("down A X")).isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("A:X").hasMessageContaining("triangle");
  }

  @Test
  void ratesAreCutToWhatTheNarrowestLinkCarries() {
    links.load(List.of(sending(10, 4)));
    assertThat(links.fitting(DIRECT)).isEqualTo(1);
    assertThat(links.fitting(DETOUR)).isEqualTo(1);

    happens("capacity B C 8 Mbps");
    assertThat(links.fitting(DETOUR)).as("1 of 4").isCloseTo(0.25, within(1e-9));
    assertThat(links.fitting(DIRECT)).isEqualTo(1);

    happens("down A C");
    assertThat(links.fitting(DETOUR)).isZero();
  }

  @Test
  void theAuditNamesTheLinkThatCarriesTooMuch() {
    links.load(List.of(sending(10, 4)));
    links.audit(7);

    links.load(List.of(sending(10, 4), sending(0, 0.1)));
    assertThatThrownBy(() -> links.audit(7)).isInstanceOf(AuditException.class)
        .hasMessageContaining("at 7.0 s").hasMessageContaining("C:B");
  }
}
