package dev.terra.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.support.Await;
import dev.terra.agent.support.FakeHandler;
import dev.terra.agent.support.FetchClient;
import dev.terra.agent.support.TestWan;
import dev.terra.api.v1.BundleProgress;
import dev.terra.api.v1.FetchDecision.Kind;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests tasks at A that each have two outputs with equally many partitions. One output is read at B and the other at C, by readers with the
 * same number.
 */
@Timeout(60)
class AmbiguousOutputsTest {
  private static final String SHUFFLE = "an edge";
  private static final int LENGTH = 1_000_000;
  private static final int TASKS = 3;
  private static final int READER = 1;

  private TestWan wan;
  private FakeHandler origin;

  @BeforeEach
  void start() throws Exception {
    wan = new TestWan(3);
    wan.planEverything();
    origin = wan.handler("A", 10);
    wan.awaitTunnels("A-B", "A-C-B", "A-C", "A-B-C");
    for (int output = 10_003; output <= 10_004; output++) {
      outputs(output).forEach(map -> origin.finishMap(SHUFFLE, map, 100, LENGTH));
    }
  }

  @AfterEach
  void stop() throws IOException {
    wan.close();
  }

  private static List<String> outputs(int output) {
    return IntStream.range(0, TASKS)
        .mapToObj(task -> "attempt_1_1_1_00_%06d_0_%d".formatted(task, output)).toList();
  }

  private Kind offered(String shuffle, FakeHandler reader, List<String> maps) {
    try {
      return origin.offer(shuffle, READER, reader.ip(), maps).getKind();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private long delivered() {
    return List.of("A-B", "A-C-B", "A-C", "A-B-C").stream().mapToLong(wan::delivered).sum();
  }

  private long acknowledged(String to) {
    return wan.controller().progress("A", to, SHUFFLE).getAcknowledgedBytes();
  }

  private void read(FakeHandler reader, String site, int output) throws IOException {
    List<String> maps = outputs(output);
    Await.until("redirect", () -> offered(SHUFFLE, reader, List.of()) == Kind.REDIRECT);
    assertThat(offered(SHUFFLE, reader, maps)).isEqualTo(Kind.REDIRECT);
    FetchClient.Answer answer =
        FetchClient.fetch(reader.ip(), wan.fetchAddress(site), SHUFFLE, READER, origin.ip(), maps);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo(origin.bytes(SHUFFLE, READER, maps));
  }

  @Test
  @DisplayName("what is sent is what is asked for, and nothing of it is left to send")
  void once() throws Exception {
    FakeHandler atB = wan.handler("B", 10);
    FakeHandler atC = wan.handler("C", 10);
    read(atB, "B", 10_003);
    read(atC, "C", 10_004);
    long each = (long) TASKS * LENGTH;
    Await.until("both are acknowledged", () -> acknowledged("B") == each && acknowledged("C") == each);
    assertThat(delivered()).isEqualTo(2 * each);
    assertThat(wan.controller().progress("A", "C", SHUFFLE).getRequestedOutstandingBytes()).isZero();
    assertThat(wan.controller().shuffle("A", SHUFFLE).getOnDemand()).as("the other output, which nobody at C reads, is not planned for")
        .isTrue();
    assertThat(wan.controller().placement("A", SHUFFLE).getSiteByReducerMap()).as("where it was read first")
        .isEqualTo(Map.of(READER, "B"));
  }

  @Test
  @DisplayName("what was to be sent ahead before the other output was known is not")
  void later() throws Exception {
    String late = "a later edge";
    FakeHandler atB = wan.handler("B", 10);
    outputs(10_003).forEach(map -> origin.finishMap(late, map, 100, LENGTH));
    Await.until("redirect", () -> offered(late, atB, List.of()) == Kind.REDIRECT);
    Await.until("its bytes are planned for", () -> wan.controller().shuffle("A", late) != null
        && wan.controller().shuffle("A", late).getCarriedTo().getSitesCount() > 0);
    assertThat(wan.controller().shuffle("A", late).getOnDemand()).isFalse();
    outputs(10_004).forEach(map -> origin.finishMap(late, map, 100, LENGTH));
    Await.until("told", () -> wan.controller().shuffle("A", late).getOnDemand());
    Await.until("what nobody asked for is withdrawn", () -> {
      BundleProgress progress = wan.controller().progress("A", "B", late);
      return progress != null && progress.getAcknowledgedBytes() + progress.getWithdrawnBytes() == (long) TASKS * LENGTH;
    });
    List<String> maps = outputs(10_004);
    Await.until("redirect", () -> offered(late, atB, maps) == Kind.REDIRECT);
    FetchClient.Answer answer = FetchClient.fetch(atB.ip(), wan.fetchAddress("B"), late, READER, origin.ip(), maps);
    assertThat(answer.body()).isEqualTo(origin.bytes(late, READER, maps));
  }
}
