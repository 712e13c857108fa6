package dev.terra.agent.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Tests how many connections, and with how large buffers, a path needs. */
class SocketPlanTest {
  private static final SocketPlan.Limits USUAL = new SocketPlan.Limits(2 << 20, 212_992);
  private static final SocketPlan.Limits TUNED = new SocketPlan.Limits(2 << 20, 64 << 20);

  @Test
  void theKernelDecidesWhereItsCeilingSuffices() {
    assertThat(SocketPlan.of(192 << 10, USUAL)).isEqualTo(SocketPlan.PLAIN);
    assertThat(SocketPlan.of(0, TUNED)).isEqualTo(SocketPlan.PLAIN);
  }

  @Test
  void ofLargeProductsEachConnectionHasAShare() {
    assertThat(SocketPlan.of(400 << 10, USUAL)).isEqualTo(new SocketPlan(3, 0));
    assertThat(SocketPlan.of(8 << 20, USUAL)).isEqualTo(new SocketPlan(4, 0));
  }

  @Test
  void severalConnectionsShareWhatOneCannotHold() {
    assertThat(SocketPlan.of(9 << 20, USUAL)).isEqualTo(new SocketPlan(5, 0));
    assertThat(SocketPlan.of(1e12, USUAL)).isEqualTo(new SocketPlan(SocketPlan.MAX_CONNECTIONS, 0));
  }

  @Test
  void buffersAreSetWhereTheKernelLetsUs() {
    assertThat(SocketPlan.of(20 << 20, TUNED)).isEqualTo(new SocketPlan(4, 5 << 20));
    assertThat(SocketPlan.of(320 << 20, TUNED)).isEqualTo(new SocketPlan(5, 64 << 20));
  }

  @Property
  void whatIsPlannedHoldsTheProductUnlessThereAreTooManyConnections(
      @ForAll @DoubleRange(min = 0, max = 1e10) double product, @ForAll @LongRange(min = 1 << 16, max = 1 << 26) long automatic,
      @ForAll @LongRange(min = 1 << 16, max = 1 << 26) long explicit) {
    SocketPlan plan = SocketPlan.of(product, new SocketPlan.Limits(automatic, explicit));
    long window = plan.bufferBytes() > 0 ? plan.bufferBytes() : automatic;
    assertThat(plan.connections()).isBetween(1, SocketPlan.MAX_CONNECTIONS);
    assertThat(plan.connections() == SocketPlan.MAX_CONNECTIONS || plan.connections() * (double) window >= product).isTrue();
  }

  @Test
  void theSlowestLinkAndTheLongestHopDecide() {
    Wan wan = new Wan("test", List.of(site("A"), site("B"), site("C")),
        List.of(link("A", "C", 1e9, 10), link("C", "B", 1e7, 100)));
    assertThat(SocketPlan.of(wan, Path.of("A", "C", "B"), false, new SocketPlan.Limits(400_000, 0))).isEqualTo(new SocketPlan(5, 0));
    assertThat(SocketPlan.of(wan, Path.of("A", "C"), false, new SocketPlan.Limits(1_000_000, 0)).connections())
        .isEqualTo(SocketPlan.MAX_CONNECTIONS);
    assertThat(SocketPlan.of(wan, Path.of("A", "C", "B"), true, new SocketPlan.Limits(400_000, 0))).as("end to end the whole round trip")
        .isEqualTo(new SocketPlan(6, 0));
    assertThat(SocketPlan.of(wan, Path.of("B", "C"), false, USUAL)).as("no such link").isEqualTo(SocketPlan.PLAIN);
  }

  private static Site site(String name) {
    return new Site(new SiteId(name), name, Optional.empty(), 1, List.of());
  }

  private static Link link(String from, String to, double bytesPerSecond, long millis) {
    return new Link(LinkId.of(from, to), new Bandwidth(bytesPerSecond), Duration.ofMillis(millis), OptionalDouble.empty());
  }
}
