package dev.terra.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.config.ConfigException;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Wan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopologyFilesTest {
  private static final Path FOLDER = Path.of("../topologies");

  @TempDir
  private Path folder;

  @ParameterizedTest
  @CsvSource({"triangle,3,3", "swan,5,7", "google-b4,12,19", "google-b4-2018,18,40", "att,25,56", "att-gaiasim,25,56",
      "abilene,11,14", "geant,40,61"})
  void everyFileHasTheSitesAndLinksOfItsSource(String name, int sites, int links) {
    Wan wan = Topologies.load(FOLDER.resolve(name + ".yaml"));

    assertThat(wan.name()).isEqualTo(name);
    assertThat(wan.sites()).hasSize(sites).allMatch(site -> site.coordinates().isPresent());
    assertThat(wan.links()).hasSize(2 * links).allMatch(link -> wan.link(link.id().reversed()).isPresent());
  }

  @Test
  void noFileIsWithoutATest() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrder("triangle.yaml", "swan.yaml",
          "google-b4.yaml", "google-b4-2018.yaml", "att.yaml", "att-gaiasim.yaml", "abilene.yaml", "geant.yaml");
    }
  }

  @Test
  void attCapacitiesAreInThePapersRange() {
    assertThat(Topologies.load(FOLDER.resolve("att.yaml")).links())
        .allMatch(link -> link.capacity().megabitsPerSecond() >= 10_000 && link.capacity().megabitsPerSecond() <= 100_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"swan", "att", "geant"})
  void whatIsWrittenReadsBackEqual(String name) throws IOException {
    Wan wan = Topologies.load(FOLDER.resolve(name + ".yaml"));

    assertSame(wan, rewritten(wan));
  }

  @Test
  void oneWayLinksReadBackEqual() throws IOException {
    Wan whole = RandomTopology.generate(10, 20, 1);
    Wan wan = whole.mapLinks(
        link -> link.id().from().name().equals("S0003") ? link.withCapacity(link.capacity().times(0.1)) : link);

    assertSame(wan, rewritten(wan));
  }

  @Test
  void capsOfSitesAreReadAndWritten() throws IOException {
    Path file = Files.writeString(folder.resolve("caps.yaml"), """
        name: caps
        sites: [{id: A, egress: 10 Gbps, ingress: 625 MB/s}, {id: B, ingress: 1 Mbps}, {id: C}]
        links:
          - {between: [A, B], capacity: 20 Gbps, latency: 1 ms}
          - {between: [B, C], capacity: 20 Gbps, latency: 1 ms}
        """);

    Wan wan = Topologies.load(file);

    assertThat(wan.caps()).extracting(cap -> cap + " " + wan.capacity(cap).orElseThrow())
        .containsExactly("egress cap of site A 10.00 Gbps", "ingress cap of site A 5.000 Gbps", "ingress cap of site B 1.000 Mbps");
    assertSame(wan, rewritten(wan));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "egress: 0 Mbps|site A: egress must be above 0",
      "ingress: much|expected a bandwidth",
      "ingress: measured|expected a bandwidth",
      "cap: 1 Gbps|unknown key 'cap'"})
  void badCapsAreNamedWithTheirLine(String cap, String message) throws IOException {
    Path file = Files.writeString(folder.resolve("bad.yaml"), "name: bad\nsites: [{id: A, " + cap + "}, {id: B}]\n"
        + "links: [{between: [A, B], capacity: 1 Gbps, latency: 1 ms}]\n");

    assertThatThrownBy(() -> Topologies.load(file)).isInstanceOf(ConfigException.class)
        .hasMessageContaining(message).hasMessageContaining("bad.yaml:2");
  }

  private Wan rewritten(Wan wan) throws IOException {
    Path file = folder.resolve("wan.yaml");
    Files.writeString(file, Topologies.toYaml(wan));
    return Topologies.load(file);
  }

  private static void assertSame(Wan expected, Wan actual) {
    assertThat(actual.name()).isEqualTo(expected.name());
    assertThat(actual.sites()).containsExactlyElementsOf(expected.sites());
    assertThat(actual.links()).containsExactlyInAnyOrderElementsOf(expected.links());
  }

  @Test
  void randomWansAreConnectedAndDependOnTheSeedOnly() {
    Wan wan = RandomTopology.generate(100, 250, 7);

    assertThat(wan.links()).hasSize(500);
    assertThat(wan.reachableFrom(wan.sites().get(0).id())).hasSize(100);
    assertSame(wan, RandomTopology.generate(100, 250, 7));
    assertThat(RandomTopology.generate(100, 250, 8).links()).isNotEqualTo(wan.links());
    assertThat(RandomTopology.generate(4, 6, 1).links()).hasSize(12);
  }

  @Test
  void impossibleSizesAreRefused() {
    assertThatThrownBy(() -> RandomTopology.generate(10, 8, 1)).hasMessage("10 sites need 9 to 45 links, got 8");
    assertThatThrownBy(() -> RandomTopology.generate(1, 0, 1)).hasMessage("a WAN has 2 to 2000 sites, got 1");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "links: [{between: [A, B], capacity: 1 Gbps, latency: 1 ms}, {between: [B, A], capacity: 1 Gbps, latency: 1 ms}]|duplicate",
      "links: [{between: [A, X], capacity: 1 Gbps, latency: 1 ms}]|unknown site X",
      "links: [{between: [A, B], capacity: 0 Gbps, latency: 1 ms}]|above 0",
      "links: [{between: [A, B], capacity: fast, latency: 1 ms}]|expected a bandwidth",
      "links: [{between: [A, B], capacity: 1 Gbps, latency: 1}]|one-way latency",
      "links: [{from: A, to: B, capacity: 1 Gbps, latency: 1 ms}]|disconnected",
      "links: [{between: [A, B], speed: 1 Gbps, latency: 1 ms}]|unknown key 'speed'",
      "links: {}|to be a list"})
  void mistakesAreNamedWithTheirLine(String links, String message) throws IOException {
    Path file = folder.resolve("bad.yaml");
    Files.writeString(file, "name: bad\nsites: [{id: A}, {id: B}]\n" + links + "\n");

    assertThatThrownBy(() -> Topologies.load(file)).isInstanceOf(ConfigException.class)
        .hasMessageContaining(message).hasMessageContaining("bad.yaml:");
  }

  @Test
  void gmlAddsUpParallelEdgesAndMeasuresDistances() throws IOException {
    Path file = folder.resolve("two.gml");
    Files.writeString(file, """
        graph [
          label "two"
          node [ id 1 label "A b" Latitude 0 Longitude 0 ]
          node [ id 2 label "C" Latitude 0 Longitude 1 ]
          edge [ source 1 target 2 bandwidth 100 ]
          edge [ source 2 target 1 bandwidth 50 ]
        ]
        """);

    Wan wan = Topologies.load(file);

    assertThat(wan.links()).hasSize(2);
    assertThat(wan.link(LinkId.of("A_b", "C")).orElseThrow().capacity().megabitsPerSecond()).isEqualTo(150);
    assertThat(wan.link(LinkId.of("A_b", "C")).orElseThrow().latency().toMillis()).isZero();
    assertThat(List.of("A_b", "C")).isEqualTo(wan.sites().stream().map(site -> site.id().name()).toList());
  }
}
