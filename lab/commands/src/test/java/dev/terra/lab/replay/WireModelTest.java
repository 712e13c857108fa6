package dev.terra.lab.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Wan;
import dev.terra.sim.ComputeModel;
import dev.terra.sim.ControllerDelay;
import dev.terra.sim.RoundTrips;
import dev.terra.sim.SimulationOptions;
import dev.terra.topology.Topologies;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class WireModelTest {
  private static final Wan SWAN = Topologies.load(Path.of("../../topologies/swan.yaml"));
  /** The mean latency from Los Angeles to all sites: 82, 33.7, 29 and 93.7 ms, and 0 to itself. */
  private static final double MEAN_SECONDS = 0.2384 / 5;

  @Test
  void latenciesCountTheMoreTheFasterItGoes() {
    Pace pace = new Pace(4, 0.01);
    assertThat(WireModel.wan(SWAN, pace).link(LinkId.of("HK", "NY")).orElseThrow().latency().toMillis()).isEqualTo(416);
    SimulationOptions options = WireModel.options(SimulationOptions.plain(), SWAN, pace);
    assertThat(options.delay().tellSeconds()).isCloseTo(4 * MEAN_SECONDS, within(1e-6));
    assertThat(options.delay().spreadSeconds()).as("to Barcelona").isCloseTo(4 * 0.0937, within(1e-6));
    assertThat(options.roundTrips().counted()).isTrue();
    assertThat(options.roundTrips().queueSeconds()).isCloseTo(4 * 0.1, within(1e-6));
    assertThat(pace.bytes(options.roundTrips().initialWindowBytes())).as("on the wire")
        .isEqualTo((long) RoundTrips.TEN_SEGMENTS);
  }

  @Test
  void thinLinksHaveLongQueues() {
    RoundTrips thin = WireModel.options(SimulationOptions.plain(), SWAN, new Pace(1, 1e-5)).roundTrips();
    assertThat(thin.queueSeconds()).as("64 KiB at 6,400 bytes/s").isCloseTo(10.24, within(0.01));
  }

  @Test
  void aDelayThatWasAskedForStays() {
    ControllerDelay asked = new ControllerDelay(1, 2);
    assertThat(WireModel.options(new SimulationOptions(ComputeModel.off(1), List.of(), asked, RoundTrips.NONE, false), SWAN,
        new Pace(1, 1)).delay()).isEqualTo(asked);
  }
}
