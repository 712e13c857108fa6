package dev.terra.agent.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.support.Await;
import dev.terra.api.v1.RouteCount;
import dev.terra.api.v1.RouteRule;
import dev.terra.api.v1.RoutesReport;
import dev.terra.api.v1.SiteRoutes;
import dev.terra.core.wan.SiteId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests routing rules with a helper that notes its input. */
@Timeout(60)
class RouterRulesTest {
  private static final RouteRule AHEAD =
      RouteRule.newBuilder().setFromIp("10.0.0.1").setToIp("10.0.0.2").setPort(7296).setNext("B").build();
  private static final RouteRule BACK =
      RouteRule.newBuilder().setFromIp("10.0.0.2").setToIp("10.0.0.1").setPort(7297).setToOpener(true).setNext("C").build();

  @TempDir
  private Path directory;
  private final Queue<RoutesReport> reports = new ConcurrentLinkedQueue<>();

  private List<String> helper(String body) throws IOException {
    Path script = Files.writeString(directory.resolve("helper.sh"), body);
    return List.of("sh", script.toString());
  }

  private final class Applied implements RouterRules.Outcome {
    @Override
    public void applied(RoutesReport report) {
      reports.add(report);
    }

    @Override
    public void counted(long number, List<RouteCount> counts) {
      throw new AssertionError("nothing was to be counted");
    }
  }

  private RoutesReport apply(List<String> command, long version, RouteRule... rules) {
    try (RouterRules router = new RouterRules(new SiteId("A"), command, Runnable::run)) {
      router.apply(SiteRoutes.newBuilder().setVersion(version).addAllRules(List.of(rules)).build(), new Applied());
      Await.until("a report", () -> !reports.isEmpty());
      return reports.remove();
    }
  }

  @Test
  void theHelperGetsALineForEachRule() throws IOException {
    Path noted = directory.resolve("noted");

    RoutesReport report = apply(helper("[ \"$1\" = apply ] && cat > " + noted), 3, AHEAD, BACK);

    assertThat(report).isEqualTo(RoutesReport.newBuilder().setVersion(3).build());
    assertThat(Files.readString(noted)).isEqualTo("ahead 10.0.0.1 10.0.0.2 7296 B\nback 10.0.0.2 10.0.0.1 7297 C\n");
  }

  @Test
  void whatTheHelperSaysIsTheReason() throws IOException {
    assertThat(apply(helper("echo 'no neighbour X' >&2; exit 3"), 4, AHEAD).getProblem()).contains("ended with 3: no neighbour X");
  }

  @Test
  void withoutAHelperRulesAreRefusedButNoneAreFine() {
    assertThat(apply(List.of(), 1, AHEAD).getProblem()).contains("router.command");
    assertThat(apply(List.of(), 1).getProblem()).isEmpty();
  }

  @Test
  void aHelperThatIsNotThereIsNamed() {
    assertThat(apply(List.of(directory.resolve("nothing").toString()), 1, AHEAD).getProblem()).contains("nothing");
  }

  @Test
  void countsAreThoseOfNftsMaps() throws IOException {
    String shown = """
        {"nftables": [{"metainfo": {"version": "1.0.6"}}, {"table": {"family": "ip", "name": "terra"}},
         {"map": {"family": "ip", "name": "ahead", "table": "terra", "elem": [[{"elem": {"val": {"concat":
          ["10.0.0.1", "10.0.0.2", 7296]}, "counter": {"packets": 12, "bytes": 700}}}, 1001]]}},
         {"map": {"family": "ip", "name": "back", "table": "terra", "elem": [[{"elem": {"val": {"concat":
          ["10.0.0.2", "10.0.0.1", 7297]}, "counter": {"packets": 5, "bytes": 300}}}, 1002]]}}]}""";
    Path file = Files.writeString(directory.resolve("shown"), shown);

    assertThat(new RouterCommand(helper("[ \"$1\" = show ] && cat " + file)).count()).containsExactly(
        RouteCount.newBuilder().setRule(AHEAD.toBuilder().clearNext()).setPackets(12).build(),
        RouteCount.newBuilder().setRule(BACK.toBuilder().clearNext()).setPackets(5).build());
  }
}
