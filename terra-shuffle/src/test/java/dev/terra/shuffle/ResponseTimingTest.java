package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.AgentMessage;
import dev.terra.api.v1.ClassName;
import dev.terra.api.v1.ClassOfJob;
import dev.terra.api.v1.ClassReport;
import dev.terra.api.v1.ClassRules;
import dev.terra.api.v1.ClassTarget;
import dev.terra.api.v1.DscpOfClasses;
import dev.terra.api.v1.FetchDecision.Kind;
import dev.terra.api.v1.HandlerMessage;
import dev.terra.node.support.Waiting;
import dev.terra.shuffle.support.RawClient;
import dev.terra.shuffle.support.TwoSites;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that a response of a class with a promise is timed until its reader has it, and that after misses later responses are sent as
 * bulk.
 */
class ResponseTimingTest {
  private static final long HELD_MILLIS = 300;

  @TempDir
  private Path directory;
  private TwoSites sites;

  @BeforeEach
  void start() throws IOException {
    sites = new TwoSites(directory);
    sites.writeOutputs(1_000);
    sites.agentOf("A").decide(Kind.BYPASS, 0);
  }

  @AfterEach
  void stop() throws IOException {
    sites.close();
  }

  private void promise(long unitBytes, long limitNanos) {
    sites.agentOf("A").say(AgentMessage.newBuilder().setClasses(ClassRules.newBuilder()
        .setMarks(DscpOfClasses.newBuilder().setInteractive(18).setBulk(1))
        .addJobs(ClassOfJob.newBuilder().setJob(sites.job().application().toString()).setName(ClassName.CLASS_INTERACTIVE))
        .addTargets(ClassTarget.newBuilder().setName(ClassName.CLASS_INTERACTIVE).setPercentile(99).setUnitBytes(unitBytes)
            .setLimitNanos(limitNanos))).build());
  }

  /** Returns the handler's latest report on what it sends from A to B. */
  private Optional<ClassReport> report() {
    return sites.agentOf("A").received().stream().filter(HandlerMessage::hasHeartbeat)
        .flatMap(message -> message.getHeartbeat().getClassesList().stream()).filter(report -> report.getTo().equals("B"))
        .reduce((earlier, later) -> later);
  }

  private long beats() {
    return sites.agentOf("A").received().stream().filter(HandlerMessage::hasHeartbeat).count();
  }

  /** Waits for two more heartbeats. After that, everything that has happened before the call has been reported. */
  private void awaitBeats() {
    long before = beats();
    Waiting.until("two beats", () -> beats() >= before + 2);
  }

  private static long measured(ClassReport report) {
    return report.getLatenciesList().stream().mapToLong(Long::longValue).sum();
  }

  private RawClient fetch() throws IOException {
    RawClient client = new RawClient("127.0.1.1", sites.origin().port());
    RawClient.Response response =
        client.send(RawClient.request(sites.job(), sites.reducer().uri(1, 0), sites.origin().port())).read();
    assertThat(response.head()).startsWith("HTTP/1.1 200");
    return client;
  }

  private void awaitPromise() throws IOException {
    Waiting.until("the handler goes by the promise", () -> {
      try (RawClient client = fetch()) {
        return client.isAtEnd() && report().filter(each -> measured(each) > 0).isPresent();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    });
  }

  @Test
  void aReaderSeesTheEndAsBeforeAndItsOwnEndTellsThatItHasEverything() throws Exception {
    promise(1 << 20, TimeUnit.SECONDS.toNanos(60));
    awaitPromise();
    awaitBeats();
    Waiting.until("all of before are measured", () -> measured(report().orElseThrow()) == report().orElseThrow().getAdmitted());
    long before = report().orElseThrow().getAdmitted();
    double secondsBefore;
    try (RawClient client = fetch()) {
      assertThat(client.isAtEnd()).as("the handler closes its half behind the response").isTrue();
      Waiting.until("it is admitted", () -> report().orElseThrow().getAdmitted() == before + 1);
      secondsBefore = report().orElseThrow().getLatencySeconds();
      TimeUnit.MILLISECONDS.sleep(HELD_MILLIS);
      awaitBeats();
      assertThat(measured(report().orElseThrow())).as("this reader has not said that it has everything").isEqualTo(before);
    }
    Waiting.until("it is measured", () -> measured(report().orElseThrow()) == before + 1);
    assertThat(report().orElseThrow().getLatencySeconds() - secondsBefore).isGreaterThan(HELD_MILLIS / 1e3);
    assertThat(report().orElseThrow().getKept()).isEqualTo(before + 1);
    assertThat(report().orElseThrow().getShare()).isEqualTo(1);
  }

  @Test
  void missedTargetsHaveLaterResponsesGoAsBulk() throws IOException {
    promise(1, 1);
    awaitPromise();
    Waiting.until("one is not admitted", () -> {
      try (RawClient client = fetch()) {
        return client.isAtEnd() && report().orElseThrow().getDowngraded() > 0;
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    });
    assertThat(report().orElseThrow().getShare()).as("the floor").isEqualTo(.1);
    assertThat(report().orElseThrow().getKept()).isZero();
  }

  private long bytes() {
    return report().map(ClassReport::getBytes).orElse(0L);
  }

  @Test
  void withoutAPromiseOnlyTheBytesOfSmallResponsesAreCounted() throws IOException {
    sites.agentOf("A").say(AgentMessage.newBuilder().setClasses(ClassRules.newBuilder()
        .setMarks(DscpOfClasses.newBuilder().setInteractive(18).setBulk(1))).build());
    Waiting.until("the handler goes by the classes", () -> {
      try (RawClient client = fetch()) {
        return client.isAtEnd() && bytes() > 0;
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    });
    assertThat(measured(report().orElseThrow())).isZero();
    assertThat(report().orElseThrow().getAdmitted()).isZero();
    sites.agentOf("A").decide(Kind.STOCK, 0);
    awaitBeats();
    long before = bytes();
    try (RawClient client = fetch()) {
      assertThat(client.isAtEnd()).isTrue();
    }
    awaitBeats();
    assertThat(bytes()).as("a large one takes what is left, whatever that is").isEqualTo(before);
  }
}
