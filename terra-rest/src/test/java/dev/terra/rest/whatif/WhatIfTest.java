package dev.terra.rest.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import dev.terra.api.v1.ProbeReport;
import dev.terra.controller.ControllerConfig;
import dev.terra.controller.Settings;
import dev.terra.controller.core.ControllerSettings;
import dev.terra.controller.core.network.NetworkDriver;
import dev.terra.controller.core.network.NetworkFigures;
import dev.terra.controller.core.network.NetworkHost;
import dev.terra.controller.core.network.NetworkSettings;
import dev.terra.controller.core.network.NoRoom;
import dev.terra.controller.core.network.OverlayDriver;
import dev.terra.controller.core.network.TransportEndpoint;
import dev.terra.core.wan.SiteId;
import dev.terra.network.rules.RuleMatch;
import dev.terra.schedule.path.PathRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with a triangle whose switches have room for one path of each pair. */
class WhatIfTest {
  private static final int MOST_TUNNELS = 6;

  @TempDir
  private Path directory;
  private WhatIf whatIf;

  /** A driver that has room for a limited number of tunnels, and otherwise is an overlay's driver. */
  private static final class Counting implements NetworkDriver {
    private final NetworkDriver overlay = new OverlayDriver();

    @Override
    public Optional<NoRoom> noRoom(
        Supplier<Collection<dev.terra.core.wan.Path>> before, Supplier<Collection<dev.terra.core.wan.Path>> then) {
      int tunnels = then.get().size();
      return tunnels <= MOST_TUNNELS || tunnels <= before.get().size() ? Optional.empty()
          : Optional.of(new NoRoom(new SiteId("A"), tunnels + " tunnels", "buy switches", ImmutableList.of()));
    }

    @Override
    public Optional<TransportEndpoint> connectTo(dev.terra.core.wan.Path tunnel) {
      return overlay.connectTo(tunnel);
    }

    @Override
    public void begin(NetworkHost host) {
      overlay.begin(host);
    }

    @Override
    public void plan(Collection<dev.terra.core.wan.Path> tunnels) {
      overlay.plan(tunnels);
    }

    @Override
    public Map<SiteId, Map<RuleMatch, Long>> packets(Map<SiteId, ProbeReport> reports) {
      return overlay.packets(reports);
    }

    @Override
    public NetworkFigures figures() {
      return overlay.figures();
    }

    @Override
    public void close() {
      overlay.close();
    }
  }

  @BeforeEach
  void triangle() throws IOException {
    Path topology = Files.writeString(directory.resolve("triangle.yaml"), """
        name: triangle
        sites: [{id: A}, {id: B}, {id: C}]
        links:
          - {between: [A, B], capacity: 80 Mbps, latency: 1 ms}
          - {between: [A, C], capacity: 80 Mbps, latency: 1 ms}
          - {between: [B, C], capacity: 80 Mbps, latency: 1 ms}
        """);
    ControllerSettings usual = Settings.of(new ControllerConfig(topology.toString(), "127.0.0.1:0", "terra-plus", 10, 1.0, 0, 5000), 1);
    NetworkSettings network = usual.network();
    whatIf = new WhatIf(new ControllerSettings(
        new NetworkSettings(network.wan(), network.use(), network.rules(), network.paths(), new Counting()), usual.agents(),
        usual.leadership(), usual.schedulers(), usual.queues()));
  }

  private static WhatIfRequest paths(Integer perPair) {
    return new WhatIfRequest(List.of(), List.of(), List.of(), List.of(), List.of(), perPair);
  }

  @Test
  void morePathsThanSwitchesHaveRoomForWouldBeRefused() {
    assertThat(whatIf.noRoom(PathRules.atMost(1), paths(2))).isEqualTo("12 tunnels; ask for fewer paths per pair, or buy switches");
    assertThat(whatIf.noRoom(PathRules.atMost(2), paths(2))).as("no more than now").isNull();
    assertThat(whatIf.noRoom(PathRules.atMost(2), paths(1))).isNull();
    assertThat(whatIf.noRoom(PathRules.atMost(1), paths(null))).as("nothing is asked of paths").isNull();
  }
}
