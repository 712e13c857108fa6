package dev.terra.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.support.FetchClient;
import dev.terra.agent.support.Shuffle;
import dev.terra.agent.support.TestOutputs;
import dev.terra.agent.support.TestWan;
import dev.terra.api.proof.FetchProofs;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.FetchRequest;
import dev.terra.api.v1.PlacementReport;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that a client without a job's secret gets nothing of the job from an agent's ports. */
class UnprovenReadersTest {
  private static final byte[] ANOTHER_JOBS = "another job's".getBytes(StandardCharsets.UTF_8);

  private static FetchRequest request(Shuffle shuffle) {
    return FetchRequest.newBuilder().setShuffle(Shuffle.JOB).setPartition(Shuffle.REDUCE).setOriginIp(shuffle.origin().ip())
        .addAllOutputs(TestOutputs.of(shuffle.maps())).build();
  }

  private static FetchRequest proven(FetchRequest request, byte[] secret, Shuffle shuffle, Instant when) {
    long session = shuffle.reader().welcome().getSession();
    return request.toBuilder().setProof(FetchProofs.make(secret, request, session, shuffle.reader().ip(), when)).build();
  }

  private static FetchClient.Answer ask(TestWan wan, String from, FetchRequest request) throws IOException {
    try (Socket socket = FetchClient.open(from, wan.fetchAddress("B"))) {
      FetchClient.sendAsIs(socket, request);
      return FetchClient.read(socket);
    }
  }

  private static void refused(FetchClient.Answer answer, String why) {
    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.reason()).contains(why);
  }

  @Test
  void nothingIsServedWithoutAProofWhateverIsHereAlready() throws Exception {
    try (TestWan wan = new TestWan(21); Shuffle shuffle = new Shuffle(wan).maps(2, 100_000).redirected()) {
      FetchRequest request = request(shuffle);
      shuffle.awaitDelivered(200_000);
      refused(ask(wan, shuffle.reader().ip(), request), "no proof");
      refused(ask(wan, shuffle.reader().ip(), proven(request, ANOTHER_JOBS, shuffle, Instant.now())), "not proved with its job's secret");
      assertThat(shuffle.fetch().body()).isEqualTo(shuffle.expected());
      refused(ask(wan, shuffle.reader().ip(), proven(request, ANOTHER_JOBS, shuffle, Instant.now())), "not proved with its job's secret");
      refused(ask(wan, shuffle.reader().ip(), proven(request, ANOTHER_JOBS, shuffle, Instant.now().minus(Duration.ofHours(1)))), "expired");
      refused(ask(wan, "127.77.2.77", proven(request, ANOTHER_JOBS, shuffle, Instant.now())), "the request is from 127.77.2.77");
    }
  }

  /** A placement from the controller moves no bytes on its own, because a site that was taken over could report the same placement. */
  @Test
  void nothingLeavesForASiteWhereNoReaderIsProven() throws Exception {
    try (TestWan wan = new TestWan(22); Shuffle shuffle = new Shuffle(wan).maps(1, 100_000)) {
      wan.controller().send("A", ControllerMessage.newBuilder().setPlacement(
          PlacementReport.newBuilder().setShuffle(Shuffle.JOB).putSiteByReducer(Shuffle.REDUCE, "B")).build());
      refused(ask(wan, shuffle.reader().ip(), proven(request(shuffle), ANOTHER_JOBS, shuffle, Instant.now())), "not proved");
      assertThat(shuffle.origin().servedBytes()).isZero();
      shuffle.redirected().maps(1, 100_000).awaitDelivered(100_000);
    }
  }

  @Test
  void aFetchOfAJobThatNobodyKnowsIsRefusedByItsOrigin() throws Exception {
    try (TestWan wan = new TestWan(23); Shuffle shuffle = new Shuffle(wan)) {
      FetchClient.Answer answer = FetchClient.fetch(shuffle.reader().ip(), wan.fetchAddress("B"), "job_9_9", 0, shuffle.origin().ip(),
          List.of("attempt_9_9_m_000000_0"));
      refused(answer, "no such map output");
    }
  }
}
