package dev.terra.cli.topology;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.cli.Terra;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopologyCheckCommandTest {
  private static final String GML = """
      graph [ directed 1
        node [ id 0 label "A" ] node [ id 1 label "B" ] node [ id 2 label "C" ]
        edge [ source 0 target 1 LinkSpeedRaw 10000000000.0 ]
        edge [ source 1 target 1 LinkSpeedRaw 10000000000.0 ]
      ]
      """;

  @TempDir
  private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return Terra.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(arguments);
  }

  @Test
  void aFolderIsReadFileByFileAndTheBrokenOneIsNamed() throws IOException {
    Files.writeString(folder.resolve("good.gml"), GML);
    Files.writeString(folder.resolve("bad.gml"), "graph [ node [ id 0 ");
    Files.writeString(folder.resolve("other.txt"), "not a topology");

    assertThat(run("topology", "check", folder.toString(), "--json")).isEqualTo(1);

    JsonNode result = new ObjectMapper().readTree(out.toString());
    assertThat(result.get("loaded").asInt()).isEqualTo(1);
    assertThat(result.get("refused").asInt()).isEqualTo(1);
    assertThat(result.get("files").get(0).get("problem").asText()).contains("bad.gml");
    JsonNode good = result.get("files").get(1);
    assertThat(good.get("sites").asInt()).isEqualTo(3);
    assertThat(good.get("links").asInt()).isEqualTo(1);
    assertThat(good.get("gigabitsPerSecond").asDouble()).isEqualTo(10);
    assertThat(good.get("notes").asText()).contains("node with itself").contains("1");
  }

  @Test
  void oneFileIsOneLine() throws IOException {
    Path good = Files.writeString(folder.resolve("good.gml"), GML);

    assertThat(run("topology", "check", good.toString())).isZero();
    assertThat(out.toString()).hasLineCount(1).contains("3 sites, 1 links of 10.000 Gbit/s together");
  }

  @Test
  void capsOfSitesAreNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("caps.yaml"), """
        name: caps
        sites: [{id: A, egress: 5 Gbps, ingress: 200 Mbps}, {id: B}]
        links: [{between: [A, B], capacity: 10 Gbps, latency: 1 ms}]
        """);

    assertThat(run("topology", "check", file.toString())).isZero();
    assertThat(out.toString()).hasLineCount(1)
        .contains("2 links of 20.000 Gbit/s together, egress cap of site A 5.000 Gbps, ingress cap of site A 200.0 Mbps");

    out.getBuffer().setLength(0);
    run("topology", "check", file.toString(), "--json");
    assertThat(new ObjectMapper().readTree(out.toString()).at("/files/0/capsBytesPerSecond/egress cap of site A").asDouble())
        .isEqualTo(625e6);
  }

  @Test
  void aFolderWithoutTopologiesIsAMistake() {
    assertThat(run("topology", "check", folder.toString())).isEqualTo(1);
    assertThat(err.toString()).contains(folder.toString()).contains("got none").hasLineCount(1);
  }
}
