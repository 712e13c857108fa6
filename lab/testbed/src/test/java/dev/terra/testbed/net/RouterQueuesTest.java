package dev.terra.testbed.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.testbed.os.Shell;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the helper that changes a site's router, with real queues in namespaces. */
@Tag("root")
@Timeout(60)
class RouterQueuesTest {
  private static final Path HELPER = Path.of("../../terra-agent/src/main/sh/terra-router");
  private static final String RULE = "ahead 10.99.0.1 10.99.0.2 7296 LA\n";

  @TempDir
  private Path folder;
  private final String router = "t" + ProcessHandle.current().pid() + "-r";
  private final String neighbour = "t" + ProcessHandle.current().pid() + "-n";

  @BeforeEach
  void up() {
    List.of(router, neighbour).forEach(name -> run("ip netns add " + name));
    run("ip -n " + router + " link add e0 type veth peer name e1 netns " + neighbour);
    run("ip -n " + router + " addr add 10.99.0.1/24 dev e0");
    run("ip -n " + neighbour + " addr add 10.99.0.2/24 dev e1");
    run("ip -n " + router + " link set e0 up");
    run("ip -n " + neighbour + " link set e1 up");
  }

  @AfterEach
  void down() {
    List.of(router, neighbour).forEach(name -> run("ip netns del " + name));
  }

  private static String run(String command) {
    return Shell.run(List.of(command.split(" ")));
  }

  private String there(String command) {
    return run("ip netns exec " + router + " " + command);
  }

  private record Ended(int exitCode, String said) {}

  private Ended helper(String configuration, String what, String input) throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("router.conf"), configuration);
    List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", router, "bash", HELPER.toString(), file.toString(), what));
    Path rules = Files.writeString(folder.resolve("rules"), input);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectInput(rules.toFile()).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), said);
  }

  /** Returns how many packets have left by each queue: interactive, normal and bulk. */
  private List<Integer> packets() {
    String[] lines = there("tc -s class show dev e0").split("\n");
    List<Integer> packets = new ArrayList<>();
    for (String queue : List.of("7296:10 ", "7296:20 ", "7296:30 ")) {
      for (int i = 0; i + 1 < lines.length; i++) {
        if (lines[i].startsWith("class htb " + queue)) {
          packets.add(Integer.valueOf(lines[i + 1].replaceFirst(".* bytes (\\d+) pkt.*", "$1")));
        }
      }
    }
    return packets;
  }

  private void ping(int count, int typeOfService) {
    there("ping -q -c " + count + " -i 0.2 -Q " + typeOfService + " 10.99.0.2");
  }

  @Test
  void packetsWaitInTheQueueOfTheirMark() throws Exception {
    assertThat(helper("LA e0 10.99.0.2 1001 8mbit\n", "apply", RULE)).isEqualTo(new Ended(0, ""));
    ping(2, 0);
    List<Integer> before = packets();
    ping(3, 72);
    ping(4, 4);

    assertThat(before).hasSize(3);
    assertThat(packets().get(0) - before.get(0)).isEqualTo(3);
    assertThat(packets().get(2) - before.get(2)).isEqualTo(4);
    assertThat(before.get(1)).isGreaterThanOrEqualTo(2);
    assertThat(there("tc class show dev e0")).containsPattern("7296:10 .* rate 4924Kbit ceil 8Mbit")
        .containsPattern("7296:30 .* rate 616Kbit ceil 8Mbit");
  }

  @Test
  void otherRatesMarksAndWeightsReplaceThemWhileTheyStand() throws Exception {
    helper("LA e0 10.99.0.2 1001 8mbit\n", "apply", RULE);
    assertThat(helper("classes = 34:10 0:5 8:1\nLA e0 10.99.0.2 1001 16mbit\n", "apply", RULE)).isEqualTo(new Ended(0, ""));

    List<Integer> before = packets();
    ping(2, 34 << 2);
    ping(1, 8 << 2);
    assertThat(packets().get(0) - before.get(0)).isEqualTo(2);
    assertThat(packets().get(2) - before.get(2)).isEqualTo(1);
    assertThat(there("tc class show dev e0")).containsPattern("7296:10 .* rate 10001Kbit ceil 16Mbit");
  }

  @Test
  void withoutARateNoQueueIsTouchedAndClearTakesThemOut() throws Exception {
    helper("LA e0 10.99.0.2 1001\n", "apply", RULE);
    assertThat(there("tc qdisc show dev e0")).contains("noqueue");
    assertThat(there("nft list table ip terra")).doesNotContain("priority set");

    helper("LA e0 10.99.0.2 1001 8mbit\n", "apply", RULE);
    assertThat(helper("LA e0 10.99.0.2 1001 8mbit\n", "clear", "")).isEqualTo(new Ended(0, ""));
    assertThat(there("tc qdisc show dev e0")).contains("noqueue");
  }

  @Test
  void queuesOfAnOperatorsOwnAreLeftAlone() throws Exception {
    there("tc qdisc add dev e0 root tbf rate 8mbit burst 10kb latency 50ms");
    assertThat(helper("LA e0 10.99.0.2 1001 8mbit\n", "apply", RULE)).satisfies(ended -> {
      assertThat(ended.exitCode()).isEqualTo(1);
      assertThat(ended.said()).contains("e0 has queues of its own");
    });
    assertThat(there("tc qdisc show dev e0")).contains("tbf");
  }

  @Test
  void whatCannotBeIsRefused() throws Exception {
    assertThat(helper("LA e0 10.99.0.2 1001 fast\n", "apply", RULE).said()).contains("expected a rate such as 950mbit for LA, got 'fast'");
    assertThat(helper("LA e0 10.99.0.2 1001 8mbit\nNY e0 10.99.0.3 1002 8mbit\n", "apply", RULE).said())
        .contains("e0 has a rate for LA, too");
    assertThat(helper("classes = 64:8 0:4 1:1\n", "apply", "").said()).contains("classes: expected MARK:WEIGHT three times");
  }
}
