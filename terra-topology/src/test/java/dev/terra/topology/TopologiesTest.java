package dev.terra.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.config.ConfigException;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.LinkPrice;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopologiesTest {
  private static final String SITES = "name: t\nsites:\n  - {id: A}\n  - {id: B}\n  - {id: C, hosts: 2}\nlinks:\n";
  private static final String AB = "  - {between: [A, B], capacity: 1 Gbps, latency: 1 ms}\n";
  private static final String BC = "  - {between: [B, C], capacity: 1 Gbps, latency: 1 ms}\n";

  @TempDir Path directory;

  private Wan load(String name, String text) throws IOException {
    return Topologies.load(Files.writeString(directory.resolve(name), text));
  }

  @Test
  void readsSwan() {
    Wan swan = Topologies.load(Path.of("../topologies/swan.yaml"));
    assertThat(swan.sites()).hasSize(5);
    assertThat(swan.links()).hasSize(14);
    assertThat(swan.link(LinkId.of("NY", "HK")).orElseThrow().latency()).isEqualTo(Duration.ofMillis(104));
    assertThat(swan.link(LinkId.of("FL", "BA")).orElseThrow().capacity()).isEqualTo(Bandwidth.ofMegabitsPerSecond(5120));
  }

  @Test
  void aLinkMayHaveOneDirection() throws IOException {
    Wan wan = load("t.yaml",
        SITES + AB + BC + "  - {from: A, to: C, capacity: 1 Gbps, latency: 1 ms, egressUsdPerGigabyte: 0.02}\n");
    assertThat(wan.link(LinkId.of("A", "C")).orElseThrow().egressUsdPerGigabyte()).hasValue(0.02);
    assertThat(wan.link(LinkId.of("C", "A"))).isEmpty();
    assertThat(wan.site(new SiteId("C")).orElseThrow().hosts()).isEqualTo(2);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(delimiter = '|', value = {
      "unknown site            | {between: [A, Z], capacity: 1 Gbps, latency: 1 ms} | :9: link A:Z names the unknown site Z; "
          + "expected one of [",
      "duplicate link          | {between: [B, A], capacity: 1 Gbps, latency: 1 ms}    | :9: duplicate link B:A, already given at line 7",
      "capacity 0              | {between: [A, C], capacity: 0 Gbps, latency: 1 ms}    | :9: link A:C: capacity must be above 0",
      "capacity without a unit | {between: [A, C], capacity: 10, latency: 1 ms}        | :9: expected a bandwidth such as",
      "negative capacity       | {between: [A, C], capacity: -1 Gbps, latency: 1 ms}   | :9: expected a bandwidth such as",
      "latency without a unit  | {between: [A, C], capacity: 1 Gbps, latency: 1}       | :9: link A:C: expected a one-way latency such as",
      "unknown key             | {between: [A, C], capacity: 1 Gbps, latancy: 1 ms} | :9: unknown key 'latancy' in a link; expected one of",
      "missing key             | {between: [A, C], capacity: 1 Gbps}                   | :9: expected the key 'latency' in a link",
      "loop                    | {between: [A, A], capacity: 1 Gbps, latency: 1 ms}    | :9: a link joins two different sites",
      "three ends              | {between: [A, B, C], capacity: 1 Gbps, latency: 1 ms} | :9: expected 'between' to name two sites",
      "no ends                 | {capacity: 1 Gbps, latency: 1 ms}                     | :9: expected a link to have either",
  })
  void saysWhereAndWhatWasExpected(String name, String link, String message) {
    assertThatThrownBy(() -> load("t.yaml", SITES + AB + BC + "  - " + link + "\n"))
        .isInstanceOf(ConfigException.class).hasMessageContaining("t.yaml" + message);
  }

  @Test
  void pricesHaveTiersAndEnergyAndAreWrittenAsTheyWereRead() throws IOException {
    Wan wan = load("t.yaml", SITES.replace("{id: A}", "{id: A, usdPerCoreHour: 0.04, wattsPerCore: 5.5, gramsPerKilowattHour: 380}")
        + AB + BC + "  - {from: A, to: C, capacity: 1 Gbps, latency: 1 ms, egressUsdPerGigabyte: 0.09, "
        + "egressTiers: [{aboveGigabytes: 10000, usdPerGigabyte: 0.085}, {aboveGigabytes: 50000, usdPerGigabyte: 0.07}], "
        + "wattHoursPerGigabyte: 5}\n");
    LinkPrice price = wan.link(LinkId.of("A", "C")).orElseThrow().price();
    assertThat(price.usd(9_999e9, 2e9)).isEqualTo(0.09 + 0.085);
    assertThat(price.wattHours(2e9)).isEqualTo(10);
    assertThat(wan.site(new SiteId("A")).orElseThrow().terms().wattsPerCore()).hasValue(5.5);
    Wan again = load("again.yaml", Topologies.toYaml(wan));
    assertThat(again.links()).isEqualTo(wan.links());
    assertThat(again.sites()).isEqualTo(wan.sites());
  }

  @Test
  void pricesThatCannotBeAreRefusedWithTheirLinkOrSite() {
    String link = SITES + AB + BC + "  - {from: A, to: C, capacity: 1 Gbps, latency: 1 ms, ";
    assertThatThrownBy(() -> load("t.yaml", link + "egressUsdPerGigabyte: -1}\n"))
        .hasMessageContaining("t.yaml:9: link A:C: egress price must be 0 to 1000000, got -1");
    assertThatThrownBy(() -> load("t.yaml", link + "egressTiers: [{aboveGigabytes: 1, usdPerGigabyte: 0}]}\n"))
        .hasMessageContaining("link A:C: tiers need the price of the first gigabytes");
    assertThatThrownBy(() -> load("t.yaml", link + "egressUsdPerGigabyte: 1, egressTiers: [{aboveGigabytes: 2, usdPerGigabyte: 0}, "
        + "{aboveGigabytes: 2, usdPerGigabyte: 0}]}\n")).hasMessageContaining("link A:C: tiers must ascend");
    assertThatThrownBy(() -> load("t.yaml", "name: t\nsites:\n  - {id: A, wattsPerCore: -5}\nlinks: []\n"))
        .hasMessageContaining("t.yaml:3: site A: the power of a core must be 0 to 1000000, got -5");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "egressUsdPerGigabyte: 1e300 | egress price must be 0 to 1000000, got 1.0E300",
      "egressUsdPerGigabyte: 1000001 | egress price must be 0 to 1000000, got 1000001",
      "wattHoursPerGigabyte: 1e300 | energy of a gigabyte must be 0 to 1000000",
      "egressUsdPerGigabyte: 1, egressTiers: [{aboveGigabytes: 5, usdPerGigabyte: 1e7}] | the price of the tier above 5.0 GB must be 0 to",
      "egressUsdPerGigabyte: 1, egressTiers: [{aboveGigabytes: 1e11, usdPerGigabyte: 1}] | must be 0 to 10000000000, got 1.0E11"})
  void pricesBeyondAnyThatIsMeantAreRefused(String keys, String problem) {
    assertThatThrownBy(() -> load("t.yaml", SITES + AB + BC + "  - {from: A, to: C, capacity: 1 Gbps, latency: 1 ms, " + keys + "}\n"))
        .hasMessageContaining("t.yaml:9: link A:C: ").hasMessageContaining(problem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"usdPerCoreHour", "wattsPerCore", "gramsPerKilowattHour"})
  void termsOfSitesBeyondAnyThatAreMeantAreRefused(String key) {
    assertThatThrownBy(() -> load("t.yaml", "name: t\nsites:\n  - {id: A, " + key + ": 1e7}\nlinks: []\n"))
        .hasMessageContaining("t.yaml:3: site A: ").hasMessageContaining("must be 0 to 1000000, got 1.0E7");
  }

  @Test
  void aDisconnectedGraphNamesTheSites() {
    assertThatThrownBy(() -> load("t.yaml", SITES + AB)).hasMessageContaining("disconnected graph: no path from A to [C]");
  }

  @Test
  void siteTroubles() {
    assertThatThrownBy(() -> load("t.yaml", "name: t\nsites:\n  - {id: A}\n  - {id: A}\nlinks: []\n"))
        .hasMessageContaining(":4: site A is already given at line 3");
    assertThatThrownBy(() -> load("t.yaml", "name: t\nsites:\n  - {id: A, hosts: 0}\nlinks: []\n"))
        .hasMessageContaining(":3: site A: expected hosts");
    assertThatThrownBy(() -> load("t.yaml", "name: t\nsites:\n  - {id: A, latitude: 99, longitude: 0}\nlinks: []\n"))
        .hasMessageContaining(":3: latitude");
    assertThatThrownBy(() -> load("t.yaml", "name: t\nsites:\n  - {id: A}\nlinks: []\n")).hasMessageContaining("at least 2 sites");
  }

  @Test
  void numbersThatAreNoneAreRefused() {
    assertThatThrownBy(() -> load("t.yaml", "name: t\nsites:\n  - {id: A, hosts: .nan}\nlinks: []\n"))
        .hasMessageContaining(":3: expected 'hosts' in a site to be a number, got '.nan'");
  }

  @Test
  void aKeyThatIsGivenTwiceIsNamedWithBothLines() {
    assertThatThrownBy(() -> load("t.yaml", "name: t\nsites: []\nname: u\nlinks: []\n"))
        .hasMessageContaining("t.yaml:3: the key 'name' is given twice in the file, first in line 1");
  }

  @Test
  void fileTroubles() {
    assertThatThrownBy(() -> load("t.yaml", "")).hasMessageContaining("is empty");
    assertThatThrownBy(() -> load("t.yaml", "a: [\n")).hasMessageContaining("no valid YAML");
    assertThatThrownBy(() -> load("t.yaml", "- a\n")).hasMessageContaining(":1: expected the file to be a mapping");
    assertThatThrownBy(() -> load("t.txt", "")).hasMessageContaining("ends in .yaml, .yml or .gml");
    assertThatThrownBy(() -> Topologies.load(directory.resolve("none.yaml"))).hasMessageContaining("none.yaml: no such file");
  }

  @Test
  void readsGml() throws IOException {
    Wan wan = load("t.gml", """
        # a comment
        graph [
          label "two [sites]"
          node [ id 0 label "New York" Longitude -74.0 Latitude 40.7 graphics [ x 1 ] ]
          node [ id 1 label "New York" Longitude -118.2 Latitude 34.0 ]
          edge [ source 0 target 1 bandwidth 5120 ]
          edge [ source 1 target 0 bandwidth 1000 ]
        ]
        """);
    assertThat(wan.sites()).extracting(site -> site.id().name()).containsExactly("New_York", "New_York-1");
    assertThat(wan.links()).hasSize(2);
    assertThat(wan.links().get(0).capacity()).isEqualTo(Bandwidth.ofMegabitsPerSecond(6120));
    assertThat(wan.links().get(0).latency()).isBetween(Duration.ofMillis(18), Duration.ofMillis(21));
  }

  @Test
  void gmlTroublesNameTheLine() {
    assertThatThrownBy(() -> load("t.gml", "graph [\n node [ id 1 ]\n edge [ source 1 target 2 ]\n]"))
        .hasMessageContaining("t.gml:3: edge names the unknown node id 2");
    assertThatThrownBy(() -> load("t.gml", "graph [\n node [ id 1 ]\n")).hasMessageContaining("the file ends");
    assertThatThrownBy(() -> load("t.gml", "graph [ ] ]")).hasMessageContaining("closes nothing");
    assertThatThrownBy(() -> load("t.gml", "[".repeat(100_000))).isInstanceOf(ConfigException.class);
  }
}
