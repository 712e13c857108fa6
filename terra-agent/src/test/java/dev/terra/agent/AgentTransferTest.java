package dev.terra.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.support.Await;
import dev.terra.agent.support.FakeHandler;
import dev.terra.agent.support.FetchClient;
import dev.terra.agent.support.TestWan;
import dev.terra.api.v1.FetchDecision;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bytes from handlers at one site to handlers at another, over two paths. */
@Timeout(60)
class AgentTransferTest {
  private static final String JOB = "job_1_1";
  private static final List<String> MAPS = List.of("attempt_1_1_m_000000_0", "attempt_1_1_m_000001_0", "attempt_1_1_m_000002_0");

  @Test
  void segmentsTravelOverBothPathsAndArriveAsTheyWere() throws Exception {
    try (TestWan wan = new TestWan(1)) {
      FakeHandler origin = wan.handler("A", 10);
      FakeHandler reader = wan.handler("B", 10);
      wan.awaitTunnels("A-B", "A-C-B");
      MAPS.forEach(map -> origin.finishMap(JOB, map, 700_000, 1_500_000));
      Await.until("redirect", () -> redirected(origin, reader));
      wan.controller().rates("A", JOB, "B", Map.of("A-B", 4e6, "A-C-B", 4e6));

      FetchClient.Answer answer = FetchClient.fetch(reader.ip(), wan.fetchAddress("B"), JOB, 1, origin.ip(), MAPS);

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.head().getSegmentsList()).extracting(s -> s.getPartLength()).containsOnly(1_500_000L);
      assertThat(answer.body()).isEqualTo(origin.bytes(JOB, 1, MAPS));
      Await.until("all acknowledged", () -> wan.delivered("A-B") + wan.delivered("A-C-B") == 4_500_000);
      assertThat(wan.delivered("A-B")).isPositive();
      assertThat(wan.delivered("A-C-B")).isPositive();
    }
  }

  static boolean redirected(FakeHandler origin, FakeHandler reader) {
    try {
      return origin.offer(JOB, 1, reader.ip(), MAPS).getKind() == FetchDecision.Kind.REDIRECT;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
