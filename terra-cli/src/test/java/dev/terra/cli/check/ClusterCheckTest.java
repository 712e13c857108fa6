package dev.terra.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the findings that follow from the answers of a controller. */
class ClusterCheckTest {
  private static JsonNode items(String... items) throws IOException {
    return new ObjectMapper().readTree("{\"items\": [" + String.join(",", items) + "]}");
  }

  private static String handler(String site, String state, String version) {
    return "{\"id\": \"" + site + "/10.0.0.1\", \"site\": \"" + site + "\", \"host\": \"h\", \"state\": \"" + state
        + "\", \"reason\": \"Kerberos\", \"version\": \"" + version + "\"}";
  }

  private static String agent(String site, String state, int up) {
    return "{\"site\": \"" + site + "\", \"state\": \"" + state
        + "\", \"since\": \"2026-01-01T00:00:00Z\", \"reason\": null, \"tunnels\": 2, "
        + "\"tunnelsUp\": " + up + "}";
  }

  private static String link(String state, String measured) {
    return "{\"id\": \"A:B\", \"state\": \"" + state
        + "\", \"reason\": \"cut\", \"nominalBytesPerSecond\": 1e8, \"measuredBytesPerSecond\": "
        + measured + "}";
  }

  private static String tunnel(int arrived, String classes) {
    return "{\"id\": \"A:B\", \"marks\": [{\"sent\": 1, \"arrived\": 1}, {\"sent\": 18, \"arrived\": " + arrived
        + "}], \"classes\": \"" + classes + "\"}";
  }

  @Test
  void aNetworkThatDoesNotKeepLatencyClassesIsNamed() throws IOException {
    assertThat(ClusterCheck.of(items(), items(), items(), items(tunnel(18, "unknown")))).isEmpty();
    assertThat(ClusterCheck.of(items(), items(), items(), items(tunnel(0, "unknown")))).singleElement()
        .satisfies(finding -> assertThat(finding.line()).startsWith("warning: (the cluster): tunnel A:B: packets that are sent with "
            + "DSCP 18 arrive with DSCP 0"));
    assertThat(ClusterCheck.of(items(), items(), items(), items(tunnel(18, "mixed")))).singleElement()
        .satisfies(finding -> assertThat(finding.line()).contains("wait there behind bulk"));
  }

  @Test
  void whereAllIsWellThereIsNothingToSay() throws IOException {
    assertThat(ClusterCheck.of(items(agent("A", "live", 2)), items(handler("A", "terra", "1")), items(link("up", "9e7"), link("up",
        "null")), items(tunnel(18, "kept"))))
        .isEmpty();
  }

  @Test
  void whoIsMissingIsAnError() throws IOException {
    List<Finding> findings = ClusterCheck.of(items(agent("A", "lost", 0), agent("B", "expected", 0)), items(), items(link("down", "null")),
        items());

    assertThat(findings).hasSize(3).allMatch(Finding::isError);
    assertThat(findings.get(0).line()).contains("agent of A").contains("away since").contains("systemctl start terra-agent");
    assertThat(findings.get(1).line()).contains("never connected");
    assertThat(findings.get(2).line()).contains("link A:B").contains("cut");
  }

  @Test
  void whoIsStockIsNamedWithWhy() throws IOException {
    List<Finding> findings = ClusterCheck.of(items(agent("A", "live", 1), agent("B", "live", 2)),
        items(handler("A", "stock", "1"), handler("A", "terra", "2")), items(link("up", "5e7")), items());

    assertThat(findings).noneMatch(Finding::isError);
    assertThat(findings).extracting(Finding::line).anyMatch(line -> line.contains("stock: Kerberos"))
        .anyMatch(line -> line.contains("1 of 2 tunnels")).anyMatch(line -> line.contains("no NodeManager of B"))
        .anyMatch(line -> line.contains("2 versions: [1, 2]")).anyMatch(line -> line.contains("capacity: 400 Mbps"));
  }
}
