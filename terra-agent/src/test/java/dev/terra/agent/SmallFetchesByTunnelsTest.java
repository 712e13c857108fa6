package dev.terra.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.config.SpoolConfig;
import dev.terra.agent.support.Await;
import dev.terra.agent.support.FakeHandler;
import dev.terra.agent.support.FetchClient;
import dev.terra.agent.support.TestOutputs;
import dev.terra.agent.support.TestWan;
import dev.terra.api.latency.ClassMessages;
import dev.terra.api.v1.ClassName;
import dev.terra.api.v1.ClassReport;
import dev.terra.api.v1.ClassRules;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.FetchDecision.Kind;
import dev.terra.api.v1.FetchRequest;
import dev.terra.api.v1.MixedLink;
import dev.terra.core.latency.ClassMarks;
import dev.terra.core.view.Waits;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests jobs at A whose few bytes for B bypass Terra, on a network that was measured not to keep classes apart. */
@Timeout(60)
class SmallFetchesByTunnelsTest {
  private static final int LENGTH = 100_000;
  private static final double SLOW_SECONDS = 2;

  private TestWan wan;
  private FakeHandler origin;
  private FakeHandler reader;
  private Waits measured = Waits.NONE;
  private int jobs;

  @BeforeEach
  void start() throws Exception {
    wan = new TestWan(7, new SpoolConfig(16 << 20, 0, Optional.empty()), 1);
    origin = wan.handler("A", 10);
    reader = wan.handler("B", 10);
    wan.awaitTunnels("A-B", "A-C-B");
    origin.latencyClass(ClassName.CLASS_INTERACTIVE);
    origin.report(report());
  }

  @AfterEach
  void stop() throws IOException {
    wan.close();
  }

  private ClassReport report() {
    return ClassReport.newBuilder().setTo("B").setName(ClassName.CLASS_INTERACTIVE).setShare(1).setAdmitted(measured.count())
        .addAllLatencies(measured.counts()).setLatencySeconds(measured.sumSeconds()).build();
  }

  /** Reports that fetches on the stock path took this many seconds. */
  private void measure(double seconds) {
    for (int fetch = 0; fetch < 10; fetch++) {
      measured = measured.plus(seconds);
    }
    origin.report(report());
  }

  private void oneQueue() {
    wan.controller().send("A", ControllerMessage.newBuilder().setClasses(ClassRules.newBuilder()
        .setMarks(ClassMessages.of(ClassMarks.USUAL)).addMixed(MixedLink.newBuilder().setFrom("A").setTo("B"))).build());
  }

  private String job() {
    String job = "job_1_" + ++jobs;
    origin.finishMap(job, map(job), LENGTH, LENGTH);
    return job;
  }

  private static String map(String job) {
    return "attempt_" + job.substring("job_".length()) + "_m_000000_0";
  }

  private Kind offered(String job) {
    try {
      return origin.offer(job, 1, reader.ip(), List.of(map(job))).getKind();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private String redirected() {
    List<String> tried = new ArrayList<>();
    Await.until("a small fetch goes by tunnels", () -> {
      tried.add(job());
      return offered(tried.get(tried.size() - 1)) == Kind.REDIRECT;
    });
    return tried.get(tried.size() - 1);
  }

  @Test
  @DisplayName("a fetch that waits for longer than a redirect goes by tunnels, has all its bytes, and is told of")
  void ahead() throws Exception {
    oneQueue();
    assertThat(offered(job())).as("nothing was measured").isEqualTo(Kind.BYPASS);
    measure(SLOW_SECONDS);
    String job = redirected();
    List<String> maps = List.of(map(job));
    FetchClient.Answer answer = FetchClient.fetch(reader.ip(), wan.fetchAddress("B"), job, 1, origin.ip(), maps);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo(origin.bytes(job, 1, maps));
    Await.until("the controller hears of it", () -> wan.controller().classes("A", "B").getByTunnels() == 1
        && wan.controller().small("A", "B") == LENGTH);
    Await.until("it is acknowledged", () -> wan.controller().progress("A", "B", job).getAcknowledgedBytes() == LENGTH);
    assertThat(wan.controller().shuffle("A", job).getCarriedTo().getSitesList()).as("nothing of it is planned").isEmpty();
  }

  @Test
  @DisplayName("without a network that was measured to keep no classes, and for other classes, nothing changes")
  void notElsewhere() {
    measure(SLOW_SECONDS);
    wan.stats("A");
    assertThat(offered(job())).as("no link is known to have one queue").isEqualTo(Kind.BYPASS);
    oneQueue();
    redirected();
    origin.latencyClass(ClassName.CLASS_NORMAL);
    assertThat(offered(job())).as("another class, of which nothing was measured").isEqualTo(Kind.BYPASS);
    origin.latencyClass(ClassName.CLASS_BULK);
    assertThat(offered(job())).isEqualTo(Kind.BYPASS);
    origin.latencyClass(ClassName.CLASS_UNSPECIFIED);
    assertThat(offered(job())).as("a handler of before").isEqualTo(Kind.BYPASS);
  }

  @Test
  @DisplayName("a reader that goes another way leads all back to the stock path")
  void failure() throws Exception {
    oneQueue();
    measure(SLOW_SECONDS);
    String job = redirected();
    wan.link("A", "B").cut();
    wan.link("A", "C").cut();
    try (Socket given = FetchClient.open(reader.ip(), wan.fetchAddress("B"))) {
      FetchClient.send(given, FetchRequest.newBuilder().setShuffle(job).setPartition(1).setOriginIp(origin.ip())
          .addAllOutputs(TestOutputs.of(List.of(map(job)))).build());
    }
    Await.until("small fetches bypass Terra", () -> offered(job()) == Kind.BYPASS);
    measure(SLOW_SECONDS);
    wan.stats("A");
    assertThat(offered(job())).isEqualTo(Kind.BYPASS);
  }

  @Test
  @DisplayName("a job that grows has its bytes planned like those of others")
  void grows() {
    oneQueue();
    measure(SLOW_SECONDS);
    String job = redirected();
    origin.finishMap(job, "attempt_" + job.substring("job_".length()) + "_m_000001_0", LENGTH, 30_000_000);
    Await.until("it goes through Terra", () -> wan.controller().shuffle("A", job).getCarriedTo().getSitesList().contains("B"));
  }
}
