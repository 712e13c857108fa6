package dev.terra.cli.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.cli.Terra;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.LinkPrice;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.Wan;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopologyInitCommandTest {
  @TempDir
  private Path folder;
  private String said = "";

  private int init(String... arguments) {
    StringWriter text = new StringWriter();
    String[] all = Stream.concat(Stream.of("topology", "init", "--out", folder.resolve("wan.yaml").toString()), Stream.of(arguments))
        .toArray(String[]::new);
    int exitCode = Terra.commandLine().setOut(new PrintWriter(text, true)).setErr(new PrintWriter(text, true)).execute(all);
    said = text.toString();
    return exitCode;
  }

  @Test
  void sitesBecomeAMeshThatAgentsMeasure() throws IOException {
    Path picture = folder.resolve("wan.svg");
    assertThat(init("--site", "HK=10.1.0.0/16", "--site", "LA=10.2.0.0/16,10.3.0.0/16", "--site", "NY=10.4.0.0/16", "--svg",
        picture.toString()))
        .as(said).isZero();

    Wan wan = Topologies.load(folder.resolve("wan.yaml"));
    assertThat(wan.links()).hasSize(6).allMatch(link -> link.measured());
    assertThat(wan.sites().get(1).subnets()).containsExactly("10.2.0.0/16", "10.3.0.0/16");
    assertThat(Files.readString(picture)).startsWith("<svg").contains(">HK<").contains(">NY<").contains("from 1000 Mbit/s");
    assertThat(said).contains("-> LA").contains("terra check --config");
  }

  @Test
  void regionsAreAsFarApartAsTheyAre() {
    assertThat(init("--cloud", "aws:eu-west-1=10.1.0.0/16", "--cloud", "aws:us-east-1=10.2.0.0/16")).as(said).isZero();

    Wan wan = Topologies.load(folder.resolve("wan.yaml"));
    // Dublin and Ashburn are 5,400 km apart, which are 36 ms in a fibre that is a third longer.
    assertThat(wan.link(LinkId.of("eu-west-1", "us-east-1")).orElseThrow().latency().toMillis()).isBetween(34L, 40L);
  }

  @Test
  void pricesOfRegionsComeFromATable() throws IOException {
    Path prices = Files.writeString(folder.resolve("prices.csv"),
        "src,dest,cost\naws:us-east-1,gcp:us-east1-b,0.09\ngcp:us-east1-b,aws:us-east-1,0.12\n");
    String[] regions = {"--cloud", "aws:us-east-1=10.1.0.0/16", "--cloud", "gcp:us-east1=10.2.0.0/16", "--prices", prices.toString()};
    assertThat(init(regions)).as(said).isZero();
    Wan wan = Topologies.load(folder.resolve("wan.yaml"));
    assertThat(wan.link(LinkId.of("us-east-1", "us-east1")).orElseThrow().egressUsdPerGigabyte()).hasValue(0.09);
    assertThat(wan.link(LinkId.of("us-east1", "us-east-1")).orElseThrow().egressUsdPerGigabyte()).hasValue(0.12);

    Files.delete(folder.resolve("wan.yaml"));
    Files.writeString(prices, "src,dest,cost\naws:us-east-1,gcp:us-east1-b,0.09\n");
    assertThat(init(regions)).isEqualTo(1);
    assertThat(said).contains("no price from gcp:us-east1 to aws:us-east-1");
    for (String wrong : List.of("cheap", "NaN", "-0.01", "1e300")) {
      Files.writeString(prices, "aws:us-east-1,gcp:us-east1-b," + wrong + "\n");
      assertThat(init(regions)).isEqualTo(1);
      assertThat(said).contains("prices.csv:1: expected a price in US dollars, 0 to 1000000, got '" + wrong + "'");
    }
  }

  @Test
  void whatWasMeasuredComesFirst() {
    MeshMaker mesh = new MeshMaker(Bandwidth.ofMegabitsPerSecond(1_000), link -> LinkPrice.UNKNOWN);
    mesh.carries(LinkId.of("A", "B"), 5e6);
    mesh.takes(LinkId.of("A", "B"), 12.5);
    Wan wan = mesh.make("m", List.of(Site.of("A"), Site.of("B")));

    assertThat(wan.link(LinkId.of("A", "B")).orElseThrow()).satisfies(link -> {
      assertThat(link.capacity().bytesPerSecond()).isEqualTo(5e6);
      assertThat(link.measured()).isFalse();
      assertThat(link.latency().toNanos()).isEqualTo(12_500_000);
    });
    assertThat(wan.link(LinkId.of("B", "A")).orElseThrow().measured()).isTrue();
  }

  @Test
  void mistakesAreNamed() throws IOException {
    assertThat(init("--site", "HK=10.1.0.0/16")).isEqualTo(1);
    assertThat(said).contains("at least two");
    assertThat(init("--site", "HK=10.1.0.0/16", "--site", "LA")).isEqualTo(1);
    assertThat(said).contains("HK=10.1.0.0/16").contains("'LA'");
    assertThat(init("--site", "HK=10.1.0.0/64", "--site", "LA=10.2.0.0/16")).isEqualTo(1);
    assertThat(said).contains("10.1.0.0/64");
    assertThat(init("--cloud", "aws:mars-1=10.1.0.0/16", "--site", "LA=10.2.0.0/16")).isEqualTo(1);
    assertThat(said).contains("mars-1").contains("aws:eu-west-1").doesNotContain("gcp:");
    Files.writeString(folder.resolve("wan.yaml"), "mine");
    assertThat(init("--site", "HK=10.1.0.0/16", "--site", "LA=10.2.0.0/16")).isEqualTo(1);
    assertThat(said).contains("is there already");
    assertThat(folder.resolve("wan.yaml")).hasContent("mine");
  }
}
