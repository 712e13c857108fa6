package dev.terra.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.tls.TlsPaths;
import dev.terra.config.ConfigException;
import dev.terra.controller.core.Harness;
import dev.terra.controller.core.queue.UncompressedJob;
import dev.terra.controller.core.queue.UncompressedJobs;
import dev.terra.controller.core.recurring.RecurringSettings.Knob;
import dev.terra.controller.core.recurring.RecurringSettings.Mode;
import dev.terra.controller.core.recurring.RecurringSettings;
import dev.terra.controller.core.shuffle.PartialTerms;
import dev.terra.controller.election.ZooKeeperConfig;
import dev.terra.controller.network.NetworkConfig;
import dev.terra.controller.yarn.ResourceManagerConfig;
import dev.terra.core.balance.BalanceKind;
import dev.terra.core.latency.ClassMarks;
import dev.terra.core.latency.ClassWeights;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.latency.LatencyClasses;
import dev.terra.core.latency.LatencyTarget;
import dev.terra.core.residency.ResidencyRule;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.cost.CostBudget;
import dev.terra.schedule.cost.CostGoal;
import dev.terra.topology.RandomTopology;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ControllerConfigTest {
  private static final String SEVERAL = "topology: t.yaml\nlisten: 127.0.0.1:1\nagentsPerSite: 3\n";
  private static final String ONOS = "{url: 'http://o', user: u, passwordFile: p}";

  @TempDir
  private Path directory;

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("controller.yaml"), text);
  }

  @Test
  void hasDefaults() throws IOException {
    ControllerConfig config = ControllerConfig.load(file("topology: swan.yaml\nlisten: 127.0.0.1:7100\n"));
    assertThat(config.balance()).isEqualTo(BalanceKind.PREQUAL);
    assertThat(config).isEqualTo(new ControllerConfig(
        directory.resolve("swan.yaml").toString(), "127.0.0.1:7100", "terra-plus", 10, 0.955, ControllerConfig.DEFAULT_KEPT,
        (int) ProtocolTiming.CONTROL_LEASE.millis()).withHttp(new HttpConfig(Optional.of("127.0.0.1:7180"), true, Optional.empty(), false,
            List.of(), Optional.of(directory.resolve("terra-audit.log")))));
  }

  @Test
  void readsEveryKey() throws IOException {
    ControllerConfig config = ControllerConfig.load(file("""
        topology: /t.yaml
        listen: 0.0.0.0:1
        policy: terra
        pathsPerPair: 3
        planEfficiency: 0.5
        keptForJobs: 0.1
        leaseMillis: 2000
        agentsPerSite: 4
        balance: prequal
        queues: {etl: {weight: 2.5}, urgent: {weight: 0.5, priority: 3}}
        tls: {certificate: c.pem, key: /k.pem, ca: tls/ca.pem}
        http: {listen: '0.0.0.0:7180', tokens: tokens, tls: true, hosts: [terra.example], audit: /a.log}
        zookeeper: {connect: 'z1:2181,z2:2181', path: /x/y, sessionMillis: 2000, acl: creator,
                    properties: {zookeeper.client.secure: 'true'}}
        resourceManager: {webappAddresses: ['http://rm1:8088/', 'https://rm2.example.org:8090/proxy'], ca: rm.pem}
        """));
    HttpConfig http = new HttpConfig(Optional.of("0.0.0.0:7180"), false, Optional.of(directory.resolve("tokens")), true,
        List.of("terra.example"), Optional.of(Path.of("/a.log")));
    TlsPaths tls = new TlsPaths(directory.resolve("c.pem"), Path.of("/k.pem"), directory.resolve("tls/ca.pem"));
    assertThat(config).isEqualTo(new ControllerConfig("/t.yaml", "0.0.0.0:1", "terra", 3, 0.5, 0.1, 2000, Map.of(
        "etl", new PartialTerms(OptionalDouble.of(2.5), OptionalInt.empty(), OptionalDouble.empty()),
        "urgent", new PartialTerms(OptionalDouble.of(0.5), OptionalInt.of(3), OptionalDouble.empty())), Optional.of(tls),
        NetworkConfig.OVERLAY, http, Optional.of(new ZooKeeperConfig("z1:2181,z2:2181", "/x/y", 2000, Optional.empty(), true,
            Map.of("zookeeper.client.secure", "true"))), false, 4, BalanceKind.PREQUAL, Optional.of(new ResourceManagerConfig(
            List.of(URI.create("http://rm1:8088"), URI.create("https://rm2.example.org:8090/proxy")),
            Optional.of(directory.resolve("rm.pem")))), LatencyClasses.USUAL, UncompressedJobs.NONE, Map.of(),
        RecurringSettings.OFF));
  }

  @Test
  void readsOfWhichJobsNoChunkIsCompressed() throws IOException {
    assertThat(ControllerConfig.load(file("""
        topology: t.yaml
        listen: 127.0.0.1:1
        compression: {off: [{queue: root.etl}, {user: ann, job: application_1_1}]}
        """)).uncompressed().jobs())
        .containsExactly(new UncompressedJob("etl", null, null), new UncompressedJob(null, "ann", "application_1_1"));
  }

  private RecurringSettings recurring(String value) throws IOException {
    return ControllerConfig.load(file("""
        topology: t.yaml
        listen: 127.0.0.1:1
        resourceManager: {webappAddresses: ['http://rm1:8088']}
        recurring: %s
        """.formatted(value))).recurring();
  }

  @Test
  void readsWhichJobsLearn() throws IOException {
    assertThat(recurring("{queues: {root.etl: learn, adhoc: observe}, usdPerHour: 6}")).isEqualTo(new RecurringSettings(
        ImmutableMap.of("etl", Mode.LEARN, "adhoc", Mode.OBSERVE), 0.5, 6, 10, ImmutableSet.of(Knob.COMPRESSION, Knob.PATHS)));
    assertThat(recurring("{queues: {etl: learn}, usdPerHour: 6, eta: 0.25, window: 5, knobs: [paths]}")).isEqualTo(
        new RecurringSettings(ImmutableMap.of("etl", Mode.LEARN), 0.25, 6, 5, ImmutableSet.of(Knob.PATHS)));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "{usdPerHour: 6} | recurring.queues", "{queues: {etl: learn}} | recurring.usdPerHour",
      "{queues: {etl: sometimes}, usdPerHour: 6} | expected learn or observe, got sometimes",
      "{queues: {etl: learn}, usdPerHour: 0} | a number above 0 and at most 1000000000, got 0.0", "{queues: {etl: learn}, usdPerHour: 1, eta: 2} | recurring.eta: expected 0 to 1, got 2.0",
      "{queues: {etl: learn}, usdPerHour: 1, window: 1} | recurring.window: expected 2 to 50, got 1", "{queues: {etl: learn}, usdPerHour: 1, knobs: [x]} | recurring.knobs",
      "{queues: {etl: learn}, usdPerHour: 1, knobs: []} | recurring.knobs",
      "{queues: {}, usdPerHour: 6} | recurring.queues: expected names of queues, each with learn or observe, got none",
      "{queues: {etl: learn}, usdPerHour: 1e300} | recurring.usdPerHour",
      "{queues: {etl: learn}, usdPerHour: 1, window: 2.5} | to be a whole number, got '2.5'",
      "{queues: {etl: learn}, usdPerHour: 1, knobs: [paths, paths]} | recurring.knobs: expected compression, paths or both, each once",
      "{queues: {etl: learn, root.etl: observe}, usdPerHour: 1} | recurring.queues.root.etl: the queue is given twice: etl and root.etl"})
  void wrongSettingsOfRecurringJobsAreRefused(String value, String problem) {
    assertThatThrownBy(() -> recurring(value)).isInstanceOf(ConfigException.class).hasMessageContaining(problem);
  }

  @Test
  void recurringJobsNeedYarnsWordAndSomethingToTry() throws IOException {
    Path file = file("{topology: t.yaml, listen: '127.0.0.1:1', recurring: {queues: {etl: learn}, usdPerHour: 6}}");
    assertThatThrownBy(() -> ControllerConfig.load(file)).isInstanceOf(ConfigException.class).hasMessageContaining("resourceManager");
    Wan free = RandomTopology.generate(3, 3, 1);
    assertThat(RecurringConfig.on(recurring("{queues: {etl: learn}, usdPerHour: 6}"), free).knobs()).containsExactly(Knob.COMPRESSION);
    RecurringSettings paths = recurring("{queues: {etl: learn}, usdPerHour: 6, knobs: [paths]}");
    assertThatThrownBy(() -> RecurringConfig.on(paths, free)).isInstanceOf(ConfigException.class).hasMessageContaining("price");
    assertThat(RecurringConfig.on(paths, Harness.wan())).isEqualTo(paths);
  }

  @Test
  void readsGoalsOfQueuesAndWhereTheirBytesMayBe() throws IOException {
    ControllerConfig config = ControllerConfig.load(file("""
        topology: t.yaml
        listen: 127.0.0.1:1
        queues: {slow: {usdPerHour: 0}, poor: {maxUsd: 2.5, budget: hard}, both: {usdPerHour: 10, maxUsd: 1, weight: 2}}
        residency: {root.eu: {within: [HK, LA]}, pii: {never: [NY], stockPath: refuse}}
        """));
    assertThat(config.queues().get("slow").goal()).isEqualTo(new CostGoal(0, null));
    assertThat(config.queues().get("poor").goal())
        .isEqualTo(new CostGoal(Double.POSITIVE_INFINITY, new CostBudget(2.5, CostBudget.Strictness.HARD)));
    assertThat(config.queues().get("both").goal()).isEqualTo(new CostGoal(10, new CostBudget(1, CostBudget.Strictness.SOFT)));
    assertThat(config.residency().get("eu").allows(new SiteId("NY"))).isFalse();
    assertThat(config.residency().get("pii").allows(new SiteId("LA"))).isTrue();
    assertThat(config.residency().get("pii").refusesStock()).isTrue();
    assertThat(config.residency().get("eu").refusesStock()).isFalse();
  }

  @Test
  void goalsAndPlacesThatCannotBeAreNamed() {
    String head = "topology: t.yaml\nlisten: 127.0.0.1:1\n";
    assertThatThrownBy(() -> ControllerConfig.load(file(head + "queues: {a: {usdPerHour: -1}}\n")))
        .hasMessageContaining("queues.a.usdPerHour: expected 0 to 1000000000, got -1.0");
    assertThatThrownBy(() -> ControllerConfig.load(file(head + "queues: {a: {budget: hard}}\n")))
        .hasMessageContaining("queues.a.budget").hasMessageContaining("'maxUsd'");
    assertThatThrownBy(() -> ControllerConfig.load(file(head + "queues: {a: {maxUsd: 1, budget: tough}}\n")))
        .hasMessageContaining("soft or hard");
    assertThatThrownBy(() -> ControllerConfig.load(file(head + "residency: {a: {}}\n")))
        .hasMessageContaining("residency.a: expected sites, such as");
    assertThatThrownBy(() -> ControllerConfig.load(file(head + "residency: {eu: {within: [HK]}, root.eu: {never: [NY]}}\n")))
        .hasMessageContaining("residency.root.eu: the queue is given twice: eu and root.eu are the same");
    assertThatThrownBy(() -> ControllerConfig.load(file(head + "residency: {a: {never: [NY], stockPath: maybe}}\n")))
        .hasMessageContaining("residency.a.stockPath: expected warn or refuse, got maybe");
  }

  @Test
  void rulesThatLeaveNoSiteOfTheWanAreRefused() throws IOException {
    Map<String, ResidencyRule> rules = ControllerConfig.load(file("""
        topology: t.yaml
        listen: 127.0.0.1:1
        residency: {eu: {never: [A, B, C]}, fine: {within: [A, B], never: [B]}}
        """)).residency();
    assertThatThrownBy(() -> ResidencyConfig.on(rules, Harness.wan())).isInstanceOf(ConfigException.class)
        .hasMessageContaining("residency.eu: expected at least one site").hasMessageContaining("'never' names all sites of");
    assertThat(ResidencyConfig.on(Map.of("fine", rules.get("fine")), Harness.wan()).avoided("fine"))
        .containsExactlyInAnyOrder(Harness.B, Harness.C);
  }

  @Test
  void readsClasses() throws IOException {
    LatencyClasses classes = ControllerConfig.load(file("""
        topology: t.yaml
        listen: 127.0.0.1:1
        classes:
          marks: {interactive: 34}
          weights: {interactive: 9, bulk: 2}
          jobs:
            interactive: [{queue: root.adhoc}, {user: ann}]
            bulk: [{queue: etl, user: ann}]
          targets:
            interactive:
              - {percentile: 99.9, bytes: 65536, millis: 300}
              - {percentile: 99, bytes: 65536, millis: 0.5, from: HK, to: LA}
        """)).classes();
    assertThat(classes.marks()).isEqualTo(new ClassMarks(34, 0, 1));
    assertThat(classes.weights()).isEqualTo(new ClassWeights(9, 4, 2));
    assertThat(classes.of("etl", "ann")).as("an entry with both counts first").isEqualTo(LatencyClass.BULK);
    assertThat(classes.of("adhoc", "bob")).isEqualTo(LatencyClass.INTERACTIVE);
    SitePair pair = new SitePair(new SiteId("HK"), new SiteId("LA"));
    assertThat(classes.targets()).containsExactly(
        new LatencyTarget(LatencyClass.INTERACTIVE, 99.9, 65_536, Duration.ofMillis(300), null),
        new LatencyTarget(LatencyClass.INTERACTIVE, 99, 65_536, Duration.ofNanos(500_000), pair));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
      "zookeeper: {path: /x} | controller.yaml:3: zookeeper.connect: expected HOST:PORT, with commas between, got null",
      "zookeeper: {connect: 'z:1', path: x} | zookeeper.path: expected names after slashes",
      "zookeeper: {connect: 'z:1', sessionMillis: 100} | zookeeper.sessionMillis: expected 500 to 60000, got 100",
      "zookeeper: {connect: 'z:1', acl: all} | zookeeper.acl: expected open or creator, got all",
      "zookeeper: {connect: 'z:1', properties: {a.b: c}} | zookeeper.properties: expected names that begin with zookeeper., got a.b",
      "resourceManager: {} | controller.yaml:3: resourceManager.webappAddresses: expected 1 to 8 addresses such as http://rm1",
      "resourceManager: {webappAddresses: ['rm1:8088']} | resourceManager.webappAddresses: expected addresses such as http://rm1.example.org:8088",
      "resourceManager: {webappAddresses: ['http://ann:secret@rm1:8088']} | resourceManager.webappAddresses: expected addresses such as",
      "resourceManager: {webappAddresses: ['http://rm 1']} | resourceManager.webappAddresses: expected addresses such as",
      "resourceManager: {webappAddresses: ['ftp://rm1:8088']} | got ftp://rm1:8088",
      "agentsPerSite: 17 | agentsPerSite: expected 1 to 16, got 17",
      "balance: fair | balance: expected hash, prequal or malcolm, got fair",
      "colour: red | unknown key 'colour'",
      "policy: fifo | policy: expected terra or terra-plus, got fifo",
      "pathsPerPair: 0 | pathsPerPair: expected 1 to 64, got 0",
      "planEfficiency: 1.5 | controller.yaml:3: planEfficiency: expected a number above 0 and at most 1, got 1.5",
      "keptForJobs: 0.6 | controller.yaml:3: keptForJobs: expected a number from 0 to 0.5, got 0.6",
      "leaseMillis: 5 | controller.yaml:3: leaseMillis: expected 1000 to 600000, got 5",
      "http: {tls: true} | controller.yaml:3: http.tls: expected the key 'tls' with the files for it, got true",
      "queues: {etl: {weight: 0}} | controller.yaml:3: queues.etl: expected a weight of 0.001 to 1000.0, got 0.0",
      "queues: {etl: {weight: .nan}} | controller.yaml:3: expected 'weight' in 'etl' in 'queues' in the file to be a number, got '.nan'",
      "queues: {etl: {priority: 101}} | queues.etl: expected a priority of -100 to 100, got 101",
      "queues: {etl: {}} | queues.etl: expected a weight, a priority, usdPerHour or maxUsd, got none",
      "queues: {etl: {maxUsd: 1e10}} | controller.yaml:3: queues.etl.maxUsd: expected 0 to 1000000000, got 1.0E10",
      "queues: {etl: {weight: 1}, root.etl: {weight: 2}} | queues.root.etl: the queue is given twice: etl and root.etl are the same",
      "queues: {root.: {weight: 1}} | queues.root.: expected the name of a queue, got 'root.'",
      "residency: {a: {within: [HK], never: [HK, NY]}} | residency.a: expected at least one site at which bytes of the queue may be",
      "residency: {a: {within: [], never: [HK]}} | residency.a.within: expected at least one site, and each once, got []",
      "residency: {a: {within: [HK, HK]}} | residency.a.within: expected at least one site, and each once, got [HK, HK]",
      "queues: {etl: } | controller.yaml:3: expected 'etl' in 'queues' in the file to be a mapping",
      "queues: {etl: {colour: 1}} | unknown key 'colour'",
      "compression: {off: [{}]} | controller.yaml:3: compression.off: expected a queue, a user or a job",
      "compression: {mode: auto} | unknown key 'mode'",
      "classes: {marks: {bulk: 64}} | controller.yaml:3: classes.marks: bulk: expected a DSCP from 0 to 63, got 64",
      "classes: {marks: {bulk: 18}} | classes.marks: expected three different marks, got interactive 18, normal 0, bulk 18",
      "classes: {weights: {bulk: 5}} | classes.weights: expected 100 >= interactive >= normal >= bulk >= 1, got interactive 8, normal 4, bulk 5",
      "classes: {jobs: {urgent: []}} | unknown key 'urgent'",
      "classes: {jobs: {bulk: [{}]}} | controller.yaml:3: classes.jobs.bulk: expected a queue or a user",
      "classes: {targets: {bulk: []}} | unknown key 'bulk'",
      "classes: {targets: {normal: [{percentile: 99, bytes: 1}]}} | classes.targets.normal: an entry has no 'millis'",
      "classes: {targets: {normal: [{percentile: 100, bytes: 1, millis: 1}]}} | percentile: expected 50 to below 100, got 100.0",
      "classes: {targets: {normal: [{percentile: 99, bytes: 1, millis: 1, from: HK}]}} | classes.targets.normal: an entry has no 'to'",
      "leaseMillis: soon | controller.yaml:3",
      "tls: {certificate: c.pem, key: k.pem} | tls.ca: expected the name of a file, got null",
      "listen: x | controller.yaml:3: the key 'listen' is given twice in the file, first in line 2"})
  void saysWhatIsWrong(String line, String message) throws IOException {
    Path file = file("topology: t.yaml\nlisten: 127.0.0.1:1\n" + line + "\n");
    assertThatThrownBy(() -> ControllerConfig.load(file)).isInstanceOf(ConfigException.class)
        .hasMessageContaining("controller.yaml").hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "network: {mode: policy-routing}", "network: {mode: sdwan, onos: " + ONOS + "}",
      "network: {mode: sdwan, aggregate: false, failover: true, onos: " + ONOS + "}"})
  void severalAgentsShareASiteInEveryModeAndMeasureLinks(String network) throws IOException {
    ControllerConfig config = ControllerConfig.load(file(SEVERAL + network + "\nmeasureLinks: true\n"));
    assertThat(config.agentsPerSite()).isEqualTo(3);
    assertThat(config.measureLinks()).isTrue();
  }

  @Test
  void needsTopologyAndAFile() throws IOException {
    Path file = file("listen: 127.0.0.1:1\n");
    assertThatThrownBy(() -> ControllerConfig.load(file)).hasMessageContaining("topology: expected");
    assertThatThrownBy(() -> ControllerConfig.load(directory.resolve("none.yaml"))).hasMessageContaining("none.yaml");
    Path empty = Files.writeString(directory.resolve("empty.yaml"), "");
    assertThatThrownBy(() -> ControllerConfig.load(empty)).isInstanceOf(ConfigException.class);
  }
}
