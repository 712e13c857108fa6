package dev.terra.controller.core.queue;

import dev.terra.controller.core.shuffle.YarnApplication;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.AgentAlive;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.AgentUse;
import dev.terra.api.v1.CacheCounts;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.Generated;
import dev.terra.api.v1.JobMasterHello;
import dev.terra.api.v1.JobMasterRequest;
import dev.terra.api.v1.ReadersOrder;
import dev.terra.api.v1.Receiver;
import dev.terra.api.v1.ShuffleDescription;
import dev.terra.api.v1.ShuffleSubmission;
import dev.terra.api.v1.Transfer;
import dev.terra.controller.core.Harness;
import dev.terra.controller.core.operate.OperatorCommand;
import dev.terra.controller.core.operate.OperatorCommand.SetTerms.Scope;
import dev.terra.controller.core.operate.OperatorRequest;
import dev.terra.controller.core.shuffle.PartialTerms;
import dev.terra.controller.view.ControllerMetric;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.controller.view.TermsSource;
import dev.terra.core.latency.LatencyClasses;
import dev.terra.core.shuffle.ShuffleDescriptor.Owner;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.schedule.PolicyName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Tests that a job may name its queue, but that only YARN's answer gives a shuffle the queue's priority. */
class PlacedQueuesTest {
  private static final String JOB = "job_17_0001";
  private static final YarnApplication APPLICATION = new YarnApplication("application_17_0001");

  /** A source of queues that keeps all questions. */
  private static final class Questions implements QueueSource {
    final List<YarnApplication> asked = new ArrayList<>();

    @Override
    public void ask(YarnApplication application, Consumer<QueueAnswer> answer) {
      asked.add(application);
    }

    @Override
    public List<String> addresses() {
      return List.of();
    }

    @Override
    public void close() {
      // there is nothing to close
    }
  }

  private final Questions yarn = new Questions();
  private final Harness harness = new Harness(
      PolicyName.TERRA_PLUS, new QueueSettings(Map.of("urgent", priority(3)), LatencyClasses.USUAL, Optional.of(yarn)));

  private static PartialTerms priority(int priority) {
    return new PartialTerms(OptionalDouble.empty(), OptionalInt.of(priority), OptionalDouble.empty());
  }

  private void shuffle(Harness at, String shuffle, String queue) {
    at.produced(1, shuffle, 10_000_000L);
    at.placed(2, shuffle, 0, "B");
    at.say(1, AgentReport.newBuilder().setDescription(ShuffleDescription.newBuilder().setShuffle(shuffle).setOrder(ReadersOrder.IN_TURN)
        .setQueue(queue).setUser("eve")));
    round(at);
  }

  private static void round(Harness at) {
    at.round();
    at.state.queues().ask((application, answer) -> { });
  }

  private void answer(QueueAnswer answer) {
    harness.state.queues().answered(APPLICATION, answer, harness.nowNanos);
    round(harness);
  }

  private ShuffleFigures figures(Harness at, String shuffle) {
    return at.state.view(at.nowNanos).running().get(new ShuffleId(shuffle));
  }

  private ShuffleFigures figures() {
    return figures(harness, JOB);
  }

  private void reportCache(String shuffle, boolean divides) {
    CacheCounts.Builder cache = CacheCounts.newBuilder().setUsedBytes(3).setCapacityBytes(9).putUsedByShuffle(shuffle, 3);
    harness.say(2, AgentReport.newBuilder().setAlive(AgentAlive.newBuilder().setUse(AgentUse.newBuilder()
        .setCache(divides ? cache.putShareByQueue("", 9) : cache))));
  }

  private List<ControllerMessage> queuesSaid() {
    return harness.to(2).stream().filter(ControllerMessage::hasQueues).toList();
  }

  @Test
  void anAgentThatDividesItsCacheHearsOnceInWhichQueueTheJobsRun() {
    harness.helloAll();
    shuffle(harness, JOB, "urgent");
    reportCache(JOB, true);
    assertThat(queuesSaid()).isEmpty();
    answer(QueueAnswer.placed(new Owner("root.adhoc", "ann")));
    reportCache(JOB, false);
    assertThat(queuesSaid()).isEmpty();
    reportCache(JOB, true);
    reportCache(JOB, true);
    assertThat(queuesSaid()).singleElement()
        .satisfies(said -> assertThat(said.getQueues().getQueueByShuffleMap()).containsExactly(Map.entry(JOB, "adhoc")));
  }

  @Test
  void aClaimedQueueSetsNoPriorityUntilYarnConfirmsIt() {
    harness.helloAll();
    shuffle(harness, JOB, "urgent");
    assertThat(yarn.asked).containsExactly(APPLICATION);
    assertThat(figures().terms().priority()).isZero();
    assertThat(figures().termsFrom()).isEqualTo(TermsSource.ORDINARY);
    assertThat(figures().queue()).as("what is shown").hasValue("urgent");
    assertThat(figures().isQueueConfirmed()).isFalse();
    answer(QueueAnswer.placed(new Owner("root.urgent", "ann")));
    assertThat(figures().terms().priority()).isEqualTo(3);
    assertThat(figures().termsFrom()).isEqualTo(TermsSource.QUEUE);
    assertThat(figures().isQueueConfirmed()).isTrue();
    assertThat(figures().owner()).isEqualTo(new Owner("root.urgent", "ann"));
    assertThat(harness.events("queue-corrected")).isEmpty();
  }

  @Test
  void aFalseClaimGivesWayToWhatYarnSaysAndIsToldOnce() {
    harness.helloAll();
    shuffle(harness, JOB, "urgent");
    answer(QueueAnswer.placed(new Owner("adhoc", "eve")));
    assertThat(figures().terms().priority()).isZero();
    assertThat(figures().queue()).hasValue("adhoc");
    harness.at(1).tick();
    answer(QueueAnswer.placed(new Owner("adhoc", "eve")));
    assertThat(harness.events("queue-corrected")).singleElement().isEqualTo(
        "application_17_0001 | the job names the queue urgent, but YARN runs it in adhoc, which counts");
  }

  @Test
  void aJobWhoseQueueNoHandlerCanReadHasTheOneThatYarnSays() {
    harness.helloAll();
    shuffle(harness, JOB, "");
    answer(QueueAnswer.placed(new Owner("urgent", "ann")));
    assertThat(figures().terms().priority()).isEqualTo(3);
    assertThat(harness.events("queue-corrected")).isEmpty();
  }

  @Test
  void aUsersOwnQueueOfTheSameLastNameIsAnother() {
    harness.helloAll();
    shuffle(harness, JOB, "urgent");
    answer(QueueAnswer.placed(new Owner("root.users.urgent", "urgent")));
    assertThat(figures().terms().priority()).isZero();
  }

  @Test
  void whatAnOperatorSaysOfAQueueNeedsYarnsWordToo() {
    harness.helloAll();
    shuffle(harness, JOB, "adhoc");
    harness.state.operator().act(new OperatorRequest(new OperatorCommand.SetTerms(Scope.QUEUE, "root.adhoc", priority(7)), "ops", ""), 0);
    round(harness);
    assertThat(figures().terms().priority()).isZero();
    answer(QueueAnswer.placed(new Owner("adhoc", "eve")));
    assertThat(figures().terms().priority()).isEqualTo(7);
  }

  @Test
  void aJobThatYarnMovesFollows() {
    harness.helloAll();
    shuffle(harness, JOB, "urgent");
    answer(QueueAnswer.placed(new Owner("urgent", "ann")));
    for (double at = 0; at <= QueueQuestions.REFRESH_NANOS / 1e9; at += 0.5) {
      for (long stream = 1; stream <= 3; stream++) {
        harness.at(at).alive(stream);
      }
      harness.tick();
      harness.state.queues().ask((application, answer) -> { });
    }
    assertThat(yarn.asked).hasSize(2);
    answer(QueueAnswer.placed(new Owner("adhoc", "ann")));
    assertThat(figures().terms().priority()).isZero();
  }

  @Test
  void whileNoResourceManagerAnswersTheDefaultHoldsAndOneEventSaysSo() {
    harness.helloAll();
    shuffle(harness, JOB, "urgent");
    for (int i = 0; i < 5; i++) {
      answer(QueueAnswer.failed("the ResourceManager at http://rm:8088 does not say"));
    }
    assertThat(figures().terms().priority()).isZero();
    assertThat(harness.events("resource-manager-problem")).singleElement().asString().contains("http://rm:8088");
    assertThat(harness.state.drainEvents()).anyMatch(event -> event.kind().id().equals("resource-manager-problem"));
    answer(QueueAnswer.placed(new Owner("urgent", "ann")));
    assertThat(harness.events("resource-manager-answers")).hasSize(1);
    answer(QueueAnswer.failed("away again"));
    assertThat(figures().terms().priority()).as("what YARN has said holds").isEqualTo(3);
  }

  private void say(JobMasterRequest.Builder request) {
    harness.state.handle(9, request.build(), harness.nowNanos);
  }

  @Test
  void aSubmittedShuffleIsNoApplicationHoweverItIsCalled() {
    harness.helloAll();
    say(JobMasterRequest.newBuilder().setHello(JobMasterHello.newBuilder().setProtocolVersion(1).setOwner(1)));
    say(JobMasterRequest.newBuilder().setSubmission(ShuffleSubmission.newBuilder().setShuffle(JOB)
        .putReceivers(0, Receiver.newBuilder().setSite("B").build())
        .addTransfers(Transfer.newBuilder().setFrom("A").setBytes(1_000_000).setGenerated(Generated.newBuilder().setSeed(1)))));
    round(harness);
    assertThat(figures().submitted()).isTrue();
    assertThat(yarn.asked).isEmpty();
  }

  @Test
  void withoutAResourceManagerTheClaimCountsAndIsShownAsOne() {
    Harness claims = new Harness(PolicyName.TERRA_PLUS, Map.of("urgent", priority(3)));
    claims.helloAll();
    shuffle(claims, JOB, "root.urgent");
    assertThat(figures(claims, JOB).terms().priority()).isEqualTo(3);
    assertThat(figures(claims, JOB).isQueueConfirmed()).isFalse();
  }

  @Test
  void metricsCountConfirmedAndClaimedQueues() {
    harness.helloAll();
    shuffle(harness, JOB, "urgent");
    shuffle(harness, "job_17_0002", "urgent");
    answer(QueueAnswer.placed(new Owner("urgent", "ann")));
    ControllerView view = harness.state.view(harness.nowNanos);
    assertThat(ControllerMetric.CONFIRMED_QUEUES.description().reading().applyAsDouble(view)).isEqualTo(1);
    assertThat(ControllerMetric.CLAIMED_QUEUES.description().reading().applyAsDouble(view)).isEqualTo(1);
  }
}
