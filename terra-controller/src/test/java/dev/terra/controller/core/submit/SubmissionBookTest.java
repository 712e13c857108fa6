package dev.terra.controller.core.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.Generated;
import dev.terra.api.v1.JobMasterHello;
import dev.terra.api.v1.JobMasterRequest;
import dev.terra.api.v1.Receiver;
import dev.terra.api.v1.ShuffleCancel;
import dev.terra.api.v1.ShuffleResult;
import dev.terra.api.v1.ShuffleStatus;
import dev.terra.api.v1.ShuffleSubmission;
import dev.terra.api.v1.SubmittedPart;
import dev.terra.api.v1.Transfer;
import dev.terra.api.v1.TransferProblem;
import dev.terra.api.v1.TransferReport;
import dev.terra.controller.core.Harness;
import dev.terra.controller.core.operate.OperatorCommand;
import dev.terra.controller.core.operate.OperatorRequest;
import dev.terra.controller.core.shuffle.ReportCheck;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of the shuffles that job masters submit, up to the messages that the controller sends. */
class SubmissionBookTest {
  private static final long MASTER = 100;
  private static final long OWNER = 7;

  private final Harness harness = new Harness();
  private final List<MasterNews> news = new ArrayList<>();

  @BeforeEach
  void start() {
    harness.helloAll();
    hello(MASTER, OWNER);
  }

  private void say(long stream, JobMasterRequest.Builder request) {
    harness.state.handle(stream, request.build(), harness.nowNanos);
    harness.tick();
    news.addAll(harness.state.drainMasterNews());
  }

  private void hello(long stream, long owner) {
    say(stream, JobMasterRequest.newBuilder().setHello(JobMasterHello.newBuilder().setProtocolVersion(1).setOwner(owner)));
  }

  private static Transfer transfer(int number, String from, int receiver, long bytes) {
    return Transfer.newBuilder().setNumber(number).setFrom(from).setReceiver(receiver).setBytes(bytes)
        .setGenerated(Generated.newBuilder().setSeed(1)).build();
  }

  private static ShuffleSubmission.Builder shuffle() {
    return ShuffleSubmission.newBuilder().setShuffle("s")
        .putReceivers(0, Receiver.newBuilder().setSite("B").build())
        .putReceivers(1, Receiver.newBuilder().setSite("C").build())
        .addTransfers(transfer(0, "A", 0, 1000)).addTransfers(transfer(1, "A", 1, 500)).addTransfers(transfer(2, "C", 0, 300));
  }

  private void submit(ShuffleSubmission.Builder submission) {
    say(MASTER, JobMasterRequest.newBuilder().setSubmission(submission));
  }

  private void done(long agent, int receiver, long change, Integer... numbers) {
    harness.say(agent, AgentReport.newBuilder().setTransfers(
        TransferReport.newBuilder().setShuffle("s").setReceiver(receiver).setChange(change).addAllDone(List.of(numbers))));
    news.addAll(harness.state.drainMasterNews());
  }

  @Test
  void linksHaveRoomForWhatJobsSendBesidesOnceThereIsAJob() {
    submit(shuffle());
    harness.round();
    assertThat(harness.scheduler.lastWan.capacities()).containsOnly(Harness.CAPACITY);
    harness.produced(1, "job_1", 1000L);
    harness.round();
    assertThat(harness.scheduler.lastWan.capacities()).containsOnly(Harness.CAPACITY * (1 - Harness.KEPT_FOR_JOBS));
  }

  private void problem(long agent, int receiver, long change, int number) {
    harness.say(agent, AgentReport.newBuilder().setTransfers(
        TransferReport.newBuilder().setShuffle("s").setReceiver(receiver).setChange(change)
            .addProblems(TransferProblem.newBuilder().setNumber(number).setProblem("no room"))));
    news.addAll(harness.state.drainMasterNews());
  }

  private List<ShuffleResult> results() {
    return news.stream().flatMap(item -> item.news().stream()).filter(item -> item.hasResult())
        .map(item -> item.getResult()).toList();
  }

  private List<SubmittedPart> parts(long agent) {
    return harness.to(agent).stream().filter(ControllerMessage::hasSubmitted).map(ControllerMessage::getSubmitted).toList();
  }

  private static List<Integer> numbers(List<Transfer> transfers) {
    return transfers.stream().map(Transfer::getNumber).toList();
  }

  @Test
  void agentsAreToldTheirRatesAndThenTheirParts() {
    submit(shuffle());
    assertThat(parts(1)).isEmpty();
    harness.round();
    assertThat(harness.to(1).stream().filter(command -> command.hasEpoch() || command.hasSubmitted()).toList())
        .last().matches(ControllerMessage::hasSubmitted);
    assertThat(numbers(parts(1).get(0).getOutgoingList())).containsExactly(0, 1);
    assertThat(numbers(parts(2).get(0).getIncomingList())).containsExactly(0, 2);
    assertThat(numbers(parts(3).get(0).getIncomingList())).containsExactly(1);
    assertThat(harness.demands()).containsEntry("s:AB", 1000.0).containsEntry("s:AC", 500.0).containsEntry("s:CB", 300.0);
    assertThat(harness.ratesOf(1)).containsKeys("s>B", "s>C");
  }

  @Test
  void itIsCompleteWhenEveryTransferIs() {
    submit(shuffle());
    done(2, 0, 0, 0, 2);
    assertThat(results()).isEmpty();
    done(3, 1, 0, 1);
    assertThat(results()).singleElement().satisfies(result -> {
      assertThat(result.getComplete()).isTrue();
      assertThat(result.getTotalBytes()).isEqualTo(1800);
    });
    ShuffleStatus status = harness.status().getShuffles(0);
    assertThat(status.hasFinishSeconds()).isTrue();
    assertThat(status.getBundlesList()).as("though no sender has said so").isNotEmpty()
        .allMatch(bundle -> bundle.getAcknowledgedBytes() == bundle.getExpectedBytes());
    assertThat(harness.to(1)).anyMatch(ControllerMessage::hasEnded);
  }

  @Test
  void oneThatIsCancelledBeforeItsFirstRoundIsToldToNobody() {
    submit(shuffle());
    say(MASTER, JobMasterRequest.newBuilder().setCancel(ShuffleCancel.newBuilder().setShuffle("s")));
    harness.round();
    assertThat(parts(1)).isEmpty();
    assertThat(parts(2)).isEmpty();
  }

  @Test
  void anOpenOneWaitsForMore() {
    submit(shuffle().setOpen(true));
    harness.round();
    done(2, 0, 0, 0, 2);
    done(3, 1, 0, 1);
    assertThat(results()).isEmpty();
    submit(ShuffleSubmission.newBuilder().setShuffle("s").addTransfers(transfer(3, "B", 1, 10)));
    harness.round();
    assertThat(numbers(parts(2).get(1).getOutgoingList())).containsExactly(3);
    done(3, 1, 0, 3);
    assertThat(results()).singleElement().matches(ShuffleResult::getComplete);
  }

  @Test
  void sayingItAgainChangesNothing() {
    submit(shuffle());
    harness.round();
    int before = parts(1).size();
    submit(shuffle());
    harness.round();
    assertThat(before).isEqualTo(1);
    assertThat(parts(1)).hasSize(before);
    assertThat(results()).isEmpty();
  }

  @Test
  void aResultThatWasMissedIsToldAgain() {
    submit(shuffle());
    harness.state.masterEnded(MASTER, harness.nowNanos);
    done(2, 0, 0, 0, 2);
    done(3, 1, 0, 1);
    assertThat(results()).isEmpty();
    hello(101, OWNER);
    say(101, JobMasterRequest.newBuilder().setSubmission(shuffle()));
    assertThat(results()).singleElement().matches(ShuffleResult::getComplete);
  }

  @Test
  void aReceiverThatMovesGetsEverythingAgainElsewhere() {
    submit(shuffle());
    done(3, 1, 0, 1);
    submit(ShuffleSubmission.newBuilder().setShuffle("s")
        .putReceivers(1, Receiver.newBuilder().setSite("B").setChange(1).build()));
    harness.round();
    assertThat(parts(3)).last().satisfies(part -> assertThat(part.getReceiversMap().get(1).getSite()).isEqualTo("B"));
    assertThat(numbers(parts(2).get(parts(2).size() - 1).getIncomingList())).contains(1);
    assertThat(harness.demands()).containsEntry("s:AB", 1500.0);
    done(3, 1, 0, 1);
    done(2, 0, 0, 0, 2);
    assertThat(results()).as("the word of the old place does not count").isEmpty();
    done(2, 1, 1, 1);
    assertThat(results()).singleElement().matches(ShuffleResult::getComplete);
  }

  @Test
  void whatTheOldPlaceOfAReceiverCannotDoIsNoProblemOfTheNewOne() {
    submit(shuffle());
    submit(ShuffleSubmission.newBuilder().setShuffle("s")
        .putReceivers(1, Receiver.newBuilder().setSite("B").setChange(1).build()));
    problem(3, 1, 0, 1);
    assertThat(results()).isEmpty();
    problem(2, 1, 1, 1);
    assertThat(results()).singleElement().satisfies(result -> assertThat(result.getProblem()).contains("transfer 1").contains("at B"));
  }

  @Test
  void aSourceThatCannotBeReadIsAProblemWhereverItGoes() {
    submit(shuffle());
    submit(ShuffleSubmission.newBuilder().setShuffle("s")
        .putReceivers(1, Receiver.newBuilder().setSite("B").setChange(1).build()));
    problem(1, 1, 0, 1);
    assertThat(results()).singleElement().satisfies(result -> assertThat(result.getProblem()).contains("at A"));
  }

  @Test
  void anAgentThatComesBackIsToldWhatIsNotDone() {
    submit(shuffle());
    done(2, 0, 0, 2);
    harness.hello(12, "B");
    harness.round();
    assertThat(numbers(parts(12).get(0).getIncomingList())).containsExactly(0);
    harness.hello(11, "A");
    harness.round();
    assertThat(numbers(parts(11).get(0).getOutgoingList())).containsExactly(0, 1);
  }

  @Test
  void whatCannotBeIsRefusedWithAReason() {
    List<ShuffleSubmission.Builder> wrong = List.of(
        shuffle().addTransfers(transfer(9, "X", 0, 1)),
        shuffle().addTransfers(transfer(9, "A", 5, 1)),
        shuffle().addTransfers(transfer(9, "B", 0, 1)),
        shuffle().addTransfers(transfer(9, "A", 0, -1)),
        shuffle().addTransfers(Transfer.newBuilder().setNumber(9).setFrom("A").setReceiver(0)),
        shuffle().setDeadlineSeconds(-1));
    for (ShuffleSubmission.Builder submission : wrong) {
      news.clear();
      submit(submission);
      assertThat(results()).singleElement().satisfies(result -> {
        assertThat(result.getComplete()).isFalse();
        assertThat(result.getProblem()).isNotBlank();
      });
    }
    assertThat(parts(1)).isEmpty();
  }

  @Test
  void nobodyTakesAnothersId() {
    submit(shuffle());
    hello(101, 8);
    say(101, JobMasterRequest.newBuilder().setSubmission(shuffle()));
    assertThat(results()).singleElement().satisfies(result -> assertThat(result.getProblem()).contains("in use"));
    news.clear();
    done(2, 0, 0, 0, 2);
    done(3, 1, 0, 1);
    assertThat(results()).as("the first one's goes on").singleElement().matches(ShuffleResult::getComplete);
  }

  @Test
  void aProblemEndsItAndNamesTheTransfer() {
    submit(shuffle());
    harness.say(1, AgentReport.newBuilder().setTransfers(TransferReport.newBuilder().setShuffle("s").setReceiver(1)
        .addProblems(TransferProblem.newBuilder().setNumber(1).setProblem("no such file"))));
    news.addAll(harness.state.drainMasterNews());
    assertThat(results()).singleElement().satisfies(result ->
        assertThat(result.getProblem()).contains("transfer 1 from A to C").contains("at A").contains("no such file"));
    assertThat(harness.to(3)).anyMatch(ControllerMessage::hasEnded);
    assertThat(harness.events("shuffle-failed")).singleElement().asString()
        .startsWith("s | transfer 1 from A to C").contains("no such file");
    assertThat(harness.status().getShufflesList()).singleElement()
        .satisfies(shuffle -> assertThat(shuffle.getFailure()).contains("no such file"));
  }

  @Test
  void oneThatArrivesHasNoFailure() {
    submit(shuffle());
    done(2, 0, 0, 0, 2);
    done(3, 1, 0, 1);
    assertThat(harness.status().getShufflesList()).singleElement().satisfies(shuffle -> {
      assertThat(shuffle.getEnded()).isTrue();
      assertThat(shuffle.getFailure()).isEmpty();
    });
    assertThat(harness.events("shuffle-failed")).isEmpty();
  }

  @Test
  void aSubmissionThatIsRefusedIsAnEvent() {
    submit(shuffle().setDeadlineSeconds(-1));
    assertThat(harness.events("request-refused")).singleElement().asString().contains("shuffle s: ");
  }

  @Test
  void aHardBudgetBelowTheCheapestPathsIsRefusedWithTheirPrice() {
    ShuffleSubmission.Builder large = shuffle().addTransfers(transfer(3, "A", 0, 10_000_000)).setHardBudget(true);
    submit(large.setMaxUsd(0.0001));
    assertThat(news).anySatisfy(each -> assertThat(each.toString()).contains("hard budget of $ 0.0001 is below $ 0.0004"));
    assertThat(harness.events("request-refused")).hasSize(1);
    submit(large.setMaxUsd(0.01));
    assertThat(harness.events("request-refused")).hasSize(1);
    assertThat(harness.status().getShufflesList()).hasSize(1);
  }

  @Test
  void aSoftBudgetBelowTheCheapestPathsIsNotRefused() {
    submit(shuffle().addTransfers(transfer(3, "A", 0, 10_000_000)).setMaxUsd(0.0001));
    assertThat(harness.events("request-refused")).isEmpty();
  }

  @Test
  void itGoesOnAtAnAgentThatIsTakenOutOfUse() {
    submit(shuffle());
    harness.state.operator().act(
        new OperatorRequest(new OperatorCommand.DrainAgent(new SiteId("B"), true), "ann", ""), harness.nowNanos);
    harness.round();
    assertThat(harness.ratesOf(1)).as("no stock path carries it").containsKeys("s>B", "s>C");
  }

  @Test
  void theSubmittedShufflesOfAJobAreCancelledTogether() {
    submit(shuffle());
    harness.state.operator().act(new OperatorRequest(new OperatorCommand.CancelJob("s"), "ann", ""), harness.nowNanos);
    news.addAll(harness.state.drainMasterNews());
    assertThat(results()).singleElement().satisfies(result -> assertThat(result.getProblem()).contains("cancelled by an operator"));
    assertThatThrownBy(() -> harness.state.operator().act(
        new OperatorRequest(new OperatorCommand.CancelJob("s"), "ann", ""), harness.nowNanos))
        .isInstanceOf(NoSuchElementException.class).hasMessageContaining("no submitted shuffle of the job 's'");
  }

  @Test
  void cancellingEndsIt() {
    submit(shuffle());
    say(MASTER, JobMasterRequest.newBuilder().setCancel(ShuffleCancel.newBuilder().setShuffle("s")));
    assertThat(results()).singleElement().satisfies(result -> assertThat(result.getProblem()).contains("cancelled"));
    assertThat(harness.status().getShufflesList()).isNotEmpty().allMatch(shuffle -> shuffle.getEnded());
  }

  /** Lets time pass, during which all agents keep sending beats. */
  private void pass(double seconds) {
    for (double until = harness.nowNanos / 1e9 + seconds; harness.nowNanos / 1e9 < until;) {
      harness.at(harness.nowNanos / 1e9 + 1);
      for (long agent = 1; agent <= 3; agent++) {
        harness.alive(agent);
      }
      harness.tick();
      news.addAll(harness.state.drainMasterNews());
    }
  }

  @Test
  void aDeadlineThatPassesEndsIt() {
    submit(shuffle().setDeadlineSeconds(5));
    pass(4);
    assertThat(results()).isEmpty();
    pass(3);
    assertThat(results()).singleElement().satisfies(result -> assertThat(result.getProblem()).contains("deadline of 5.0 s"));
  }

  @Test
  void whatDoesNotMoveIsGivenUp() {
    submit(shuffle());
    pass(55);
    harness.progress(1, "s", "B", 10, 0, 0);
    pass(55);
    assertThat(results()).as("it moved").isEmpty();
    pass(10);
    assertThat(results()).singleElement().satisfies(result ->
        assertThat(result.getProblem()).contains("nothing has moved").contains("10 of 1800 bytes").contains("transfer 0"));
  }

  @Test
  void whatWaitsForOthersIsNotGivenUp() {
    submit(shuffle().setShuffle("first").setOpen(true));
    harness.round();
    harness.scheduler.waits = "s";
    submit(shuffle());
    harness.round();
    pass(120);
    assertThat(results()).as("it has to wait").isEmpty();
    harness.scheduler.waits = "";
    harness.round();
    pass(55);
    assertThat(results()).as("its turn has just come").isEmpty();
    pass(10);
    assertThat(results()).singleElement().satisfies(result -> assertThat(result.getShuffle()).isEqualTo("s"))
        .satisfies(result -> assertThat(result.getProblem()).contains("nothing has moved"));
  }

  @Test
  void theShufflesOfAJobMasterThatStaysAwayAreCancelled() {
    submit(shuffle().setOpen(true));
    harness.state.masterEnded(MASTER, harness.nowNanos);
    pass(59);
    assertThat(harness.status().getShufflesList()).isNotEmpty().noneMatch(shuffle -> shuffle.getEnded());
    pass(5);
    assertThat(harness.status().getShufflesList()).isNotEmpty().allMatch(shuffle -> shuffle.getEnded());
  }

  private static ShuffleSubmission.Builder empty(String shuffle) {
    return ShuffleSubmission.newBuilder().setShuffle(shuffle).setOpen(true).putReceivers(0, Receiver.newBuilder().setSite("B").build());
  }

  private void submitQuietly(ShuffleSubmission.Builder submission) {
    harness.state.handle(MASTER, JobMasterRequest.newBuilder().setSubmission(submission).build(), harness.nowNanos);
  }

  @Test
  void oneJobMasterLeavesRoomForThoseOfOthers() {
    for (int number = 0; number <= SubmissionRoom.MAX_SHUFFLES_OF_MASTER; number++) {
      submitQuietly(empty("s" + number));
    }
    news.addAll(harness.state.drainMasterNews());
    assertThat(results()).singleElement().satisfies(result ->
        assertThat(result.getProblem()).contains("s1000", "1000 submitted shuffles that are not over"));
  }

  @Test
  void largeSubmissionsOfOneJobMasterAreFew() {
    Map<Integer, Receiver> receivers = IntStream.range(0, ReportCheck.REDUCERS).boxed()
        .collect(Collectors.toMap(number -> number, number -> Receiver.newBuilder().setSite("B").build()));
    long most = SubmissionRoom.MAX_PARTS_OF_MASTER / ReportCheck.REDUCERS;
    for (int number = 0; number <= most; number++) {
      submitQuietly(empty("s" + number).putAllReceivers(receivers));
    }
    news.addAll(harness.state.drainMasterNews());
    assertThat(results()).singleElement().satisfies(result ->
        assertThat(result.getProblem()).contains("s" + most, "transfers and receivers of one job master"));
  }

  /** After a second hello as another owner, the shuffles of the first owner would belong to no job master. */
  @Test
  void aJobMasterSaysOnceWhoItIs() {
    hello(MASTER, 99);
    assertThat(news).anyMatch(item -> item.reason().contains("expected one hello of a job master"));
  }
}
