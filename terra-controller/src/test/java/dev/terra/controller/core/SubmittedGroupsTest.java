package dev.terra.controller.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.Generated;
import dev.terra.api.v1.JobMasterHello;
import dev.terra.api.v1.JobMasterRequest;
import dev.terra.api.v1.Receiver;
import dev.terra.api.v1.ShuffleResult;
import dev.terra.api.v1.ShuffleSubmission;
import dev.terra.api.v1.Transfer;
import dev.terra.core.shuffle.SubmittedGroup;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of which submitted shuffles the scheduler takes as one, by the groups that job masters name. */
class SubmittedGroupsTest {
  private static final long MASTER = 100;
  private static final long OTHER = 101;
  private final Harness harness = new Harness();

  @BeforeEach
  void start() {
    harness.helloAll();
    hello(MASTER, 7);
    hello(OTHER, 8);
  }

  private void say(long stream, JobMasterRequest.Builder request) {
    harness.state.handle(stream, request.build(), harness.nowNanos);
  }

  private void hello(long stream, long owner) {
    say(stream, JobMasterRequest.newBuilder().setHello(JobMasterHello.newBuilder().setProtocolVersion(1).setOwner(owner)));
  }

  private static ShuffleSubmission.Builder shuffle(String id, String group) {
    return ShuffleSubmission.newBuilder().setShuffle(id).setGroup(group).putReceivers(0, Receiver.newBuilder().setSite("B").build())
        .addTransfers(Transfer.newBuilder().setFrom("A").setBytes(1_000).setGenerated(Generated.newBuilder().setSeed(1)));
  }

  private void submit(long stream, ShuffleSubmission.Builder submission) {
    say(stream, JobMasterRequest.newBuilder().setSubmission(submission));
    harness.round();
  }

  private Optional<String> group(String id) {
    return harness.scheduler.lastDemands.stream().filter(shuffle -> shuffle.id().value().equals(id)).findFirst().orElseThrow().group();
  }

  private String job(String id) {
    return harness.state.view(harness.nowNanos).shuffles().stream().filter(shuffle -> shuffle.id().value().equals(id)).findFirst()
        .orElseThrow().job();
  }

  private List<ShuffleResult> results() {
    return harness.state.drainMasterNews().stream().flatMap(news -> news.news().stream()).filter(news -> news.hasResult())
        .map(news -> news.getResult()).toList();
  }

  @Test
  void shufflesOfOneJobMasterAreOneGroupIfItSaysSo() {
    submit(MASTER, shuffle("s", "nightly"));
    submit(MASTER, shuffle("t", "nightly"));
    submit(MASTER, shuffle("u", "hourly"));
    submit(MASTER, shuffle("alone", ""));

    assertThat(group("s")).isPresent().isEqualTo(group("t")).isNotEqualTo(group("u"));
    assertThat(group("alone")).isEmpty();
    assertThat(group("s").orElseThrow()).startsWith("nightly@");
  }

  @Test
  void anotherJobMastersGroupOfTheNameIsAnother() {
    submit(MASTER, shuffle("s", "nightly"));
    submit(OTHER, shuffle("t", "nightly"));

    assertThat(group("t")).isPresent().isNotEqualTo(group("s"));
  }

  @Test
  void noGroupOfAJobOnYarnIsJoined() {
    harness.describe(1, "job_1_2_dag_3_edge_1", "job_1_2_dag_3");
    harness.produced(1, "job_1_2_dag_3_edge_1", 1_000L);
    harness.placed(2, "job_1_2_dag_3_edge_1", 0, "B");
    submit(MASTER, shuffle("s", "job_1_2_dag_3"));

    assertThat(group("job_1_2_dag_3_edge_1")).hasValue("job_1_2_dag_3");
    assertThat(group("s")).isPresent().isNotEqualTo(group("job_1_2_dag_3_edge_1"));
  }

  @Test
  void agentsDoNotSayOfWhichGroupASubmittedShuffleIs() {
    submit(MASTER, shuffle("s", "nightly"));
    Optional<String> said = group("s");
    harness.describe(1, "s", "another");
    harness.round();

    assertThat(group("s")).isEqualTo(said);
  }

  @Test
  void theLatestNameCountsAndSilenceChangesNothing() {
    submit(MASTER, shuffle("s", "nightly"));
    submit(MASTER, shuffle("t", "hourly"));
    submit(MASTER, shuffle("s", ""));
    assertThat(group("s").orElseThrow()).startsWith("nightly@");

    submit(MASTER, ShuffleSubmission.newBuilder().setShuffle("s").setGroup("hourly"));
    assertThat(group("s")).isPresent().isEqualTo(group("t"));
  }

  @Test
  void aGroupIsTheJobThatPeopleSee() {
    submit(MASTER, shuffle("s", "nightly"));
    assertThat(job("s")).isEqualTo(group("s").orElseThrow());
  }

  @Test
  void anAgentThatComesLaterChangesNoGroup() {
    Harness late = new Harness();
    late.state.handle(MASTER, JobMasterRequest.newBuilder()
        .setHello(JobMasterHello.newBuilder().setProtocolVersion(1).setOwner(7)).build(), late.nowNanos);
    late.state.handle(MASTER, JobMasterRequest.newBuilder().setSubmission(shuffle("s", "nightly")).build(), late.nowNanos);
    late.helloAll();
    late.round();
    submit(MASTER, shuffle("s", "nightly"));

    assertThat(late.scheduler.lastDemands).singleElement().extracting(demand -> demand.group()).as("every controller names it alike")
        .isEqualTo(group("s"));
  }

  @Test
  void namesThatNoGroupCanHaveAreRefused() {
    for (String wrong : List.of(" ", "x".repeat(SubmittedGroup.MAX_LENGTH + 1), "a\nb")) {
      submit(MASTER, shuffle("s", wrong));
      assertThat(results()).last().satisfies(result -> assertThat(result.getProblem()).contains("a group of submitted shuffles has 1 to"));
    }
    submit(MASTER, shuffle("s", "x".repeat(SubmittedGroup.MAX_LENGTH)));
    assertThat(group("s")).isPresent();
  }
}
