package dev.terra.lab.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.Wan;
import dev.terra.topology.Topologies;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PaceTest {
  private static final Wan SWAN = Topologies.load(Path.of("../../topologies/swan.yaml"));

  @Test
  void aTransferTakesItsTimeOfTheTrace() {
    Pace pace = Pace.of(SWAN, 5);
    double traceSeconds = 12;
    var link = SWAN.links().iterator().next();
    double traceBytes = link.capacity().bytesPerSecond() * traceSeconds;
    double wireSeconds = pace.bytes(traceBytes) / pace.onWire(SWAN).link(link.id()).orElseThrow().capacity().bytesPerSecond();
    assertThat(wireSeconds).isCloseTo(traceSeconds / 5, within(1e-6));
    assertThat(pace.nanos(traceSeconds)).isEqualTo(2_400_000_000L);
    assertThat(pace.traceSeconds(pace.nanos(traceSeconds))).isCloseTo(traceSeconds, within(1e-9));
  }

  @Test
  void allLinksTogetherCarryWhatAMachineEmulatesAndLatenciesStay() {
    Wan wire = Pace.of(SWAN, 1).onWire(SWAN);
    assertThat(wire.links().stream().mapToDouble(link -> link.capacity().bytesPerSecond()).sum())
        .isCloseTo(Pace.SUM_OF_CAPACITIES, within(1.0));
    wire.links().forEach(link -> assertThat(link.latency()).isEqualTo(SWAN.link(link.id()).orElseThrow().latency()));
  }

  @Test
  void whatIsSmallIsNotMadeLarger() {
    Wan small = Pace.of(SWAN, 1).onWire(SWAN);
    assertThat(Pace.of(small, 1).capacityFactor()).isCloseTo(1, within(1e-9));
  }

  @Test
  void someBytesStayAByteAndNoneStayNone() {
    Pace pace = new Pace(1_000, 1e-6);
    assertThat(pace.bytes(0)).isZero();
    assertThat(pace.bytes(3)).isEqualTo(1);
  }

  @Test
  void factorsAreAboveNothing() {
    assertThatThrownBy(() -> new Pace(0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Pace(1, Double.NaN)).isInstanceOf(IllegalArgumentException.class);
  }
}
