package dev.terra.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.network.onos.OnosAccess;
import dev.terra.network.onos.OnosClient;
import dev.terra.network.onos.OnosException;
import dev.terra.network.onos.RuleKeeper;
import dev.terra.network.onos.Switches;
import dev.terra.network.rules.Route;
import dev.terra.network.rules.RouteBook;
import dev.terra.network.rules.RuleCompilers;
import dev.terra.network.rules.TunnelPorts;
import dev.terra.testbed.control.SwitchControl;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.net.Network;
import dev.terra.testbed.plan.SiteNet;
import dev.terra.testbed.plan.SwitchedFabric;
import dev.terra.testbed.state.OnosLogin;
import dev.terra.testbed.state.StateDirectory;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of rules and groups that are installed in Open vSwitch as Terra's controller installs them, through ONOS's own resources.
 * Connections stay on their paths, and go on over detours when a link is cut and no controller is left that could change the switches.
 */
@Tag("root")
@Timeout(180)
class DetoursOnSwitchesTest {
  private static final List<Path> PATHS = List.of(Path.of("A", "B"), Path.of("A", "C", "B"), Path.of("A", "C"), Path.of("A", "B", "C"),
      Path.of("B", "C"), Path.of("B", "A", "C"));
  private static final TunnelPorts PORTS = new TunnelPorts(TunnelPorts.DEFAULT_FIRST);
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");
  private static final SiteId C = new SiteId("C");
  private static final int PASSES = 10;
  private static final int ECHOES = 20;

  @TempDir
  private java.nio.file.Path folder;

  private final String prefix = "d" + ProcessHandle.current().pid() + "-";
  private StateDirectory directory;
  private Testbed testbed;
  private SwitchControl switches;

  @BeforeEach
  void up() {
    directory = new StateDirectory(folder.resolve("s"));
    WanRequest wan = WanRequest.of(Wans.load("triangle"), Duration.ofHours(1)).on(LabNetwork.SDWAN);
    testbed = Testbed.up(directory, new UpRequest(wan, prefix, YarnRequest.NONE, Installation.inSourceTree(java.nio.file.Path.of("../.."))),
        line -> { });
    switches = testbed.switches().orElseThrow();
  }

  @AfterEach
  void down() {
    Testbed.down(directory, prefix);
    assertThat(Network.namespaces(prefix)).isEmpty();
  }

  private RuleKeeper keeper(RouteBook book, NamespaceDoor toOnos) throws IOException {
    OnosLogin login = switches.login();
    URI url = URI.create("http://127.0.0.1:" + toOnos.enter("core", login.url().getHost() + ":" + login.url().getPort())
        + login.url().getPath());
    OnosAccess access = new OnosAccess(url, login.user(), login.password(), "org.terra.tunnels", Optional.empty());
    Map<SiteId, Switches.Place> places = new LinkedHashMap<>();
    testbed.addresses().sites().forEach(site -> places.put(site.site(), place(site)));
    return new RuleKeeper(new OnosClient(access), Switches.of(places), book,
        new RuleKeeper.Settings(PORTS, RuleCompilers.withDetours(1), 0));
  }

  private static Switches.Place place(SiteNet site) {
    return new Switches.Place(site.deviceId(), "" + SwitchedFabric.ROUTER_PORT, site.tunnelAddress(), Optional.empty(), ImmutableMap.of());
  }

  /** Runs passes until the switches have all rules and a pass finds nothing to do. Returns the usable routes. */
  private Map<Path, Route> install(NamespaceDoor door) throws IOException, OnosException {
    RouteBook book = new RouteBook(0);
    RuleKeeper keeper = keeper(book, door);
    book.plan(PATHS, System.nanoTime());
    RuleKeeper.Outcome outcome = keeper.pass(System.nanoTime());
    for (int i = 0; i < PASSES && outcome.mended() > 0; i++) {
      outcome = keeper.pass(System.nanoTime());
    }
    assertThat(outcome.mended()).isZero();
    assertThat(outcome.usable()).containsOnlyKeys(PATHS);
    assertThat(outcome.groups().values()).hasSize(3).allSatisfy(groups -> {
      assertThat(groups.problem()).isEmpty();
      assertThat(groups.count()).isPositive();
    });
    return outcome.usable();
  }

  private long packets(String from, String to) {
    return testbed.links().counters().stream().filter(link -> link.link().equals(LinkId.of(from, to))).findFirst().orElseThrow().packets();
  }

  @Test
  void openConnectionsGoOnWhenALinkOfTheirPathIsCutAndNobodyTellsTheSwitches() throws Exception {
    try (NamespaceDoor door = new NamespaceDoor(testbed, folder)) {
      Map<Path, Route> routes = install(door);
      try (TunnelTalk direct = TunnelTalk.open(testbed, door, List.of(A, B), PORTS.listening(routes.get(Path.of("A", "B")).label()));
          TunnelTalk around = TunnelTalk.open(testbed, door, List.of(A, B), PORTS.listening(routes.get(Path.of("A", "C", "B")).label()))) {
        switches.killOnos();
        long straight = packets("A", "B");
        direct.echo(ECHOES);
        assertThat(packets("A", "B")).as("the direct path is direct").isGreaterThanOrEqualTo(straight + ECHOES);
        long before = packets("A", "C");
        around.echo(ECHOES);
        long byC = packets("A", "C");
        assertThat(byC).as("the path by C").isGreaterThanOrEqualTo(before + ECHOES);

        testbed.links().cut(A, B);
        direct.echo(ECHOES);
        assertThat(packets("A", "C")).as("the direct path's detour").isGreaterThanOrEqualTo(byC + ECHOES);

        testbed.links().restore(A, B);
        testbed.links().cut(B, C);
        long back = packets("C", "A");
        around.echo(ECHOES);
        assertThat(packets("C", "A")).as("C sends back what it cannot pass on").isGreaterThanOrEqualTo(back + ECHOES);
        direct.echo(ECHOES);
      }
    }
  }
}
