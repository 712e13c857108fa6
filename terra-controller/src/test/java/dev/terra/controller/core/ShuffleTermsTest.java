package dev.terra.controller.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.api.v1.BundleRates;
import dev.terra.api.v1.ClassName;
import dev.terra.api.v1.Generated;
import dev.terra.api.v1.JobMasterHello;
import dev.terra.api.v1.JobMasterRequest;
import dev.terra.api.v1.Receiver;
import dev.terra.api.v1.ShuffleProgress;
import dev.terra.api.v1.ShuffleResult;
import dev.terra.api.v1.ShuffleStatus;
import dev.terra.api.v1.ShuffleSubmission;
import dev.terra.api.v1.Transfer;
import dev.terra.controller.core.operate.OperatorCommand;
import dev.terra.controller.core.operate.OperatorCommand.SetTerms.Scope;
import dev.terra.controller.core.operate.OperatorRequest;
import dev.terra.controller.core.shuffle.PartialTerms;
import dev.terra.controller.core.shuffle.RunningShuffle;
import dev.terra.controller.core.shuffle.SourcedTerms;
import dev.terra.controller.view.TermsSource;
import dev.terra.core.shuffle.ReaderOrder;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.schedule.PolicyName;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that weight, priority and deadline decide which shuffle goes first, with the real policy. Each link carries 1 MB/s, so both paths
 * together carry 2 MB/s from A to B.
 */
class ShuffleTermsTest {
  private static final int MB = 1_000_000;

  private final Harness harness = new Harness(PolicyName.TERRA_PLUS, Map.of("etl", weight(5), "urgent", priority(3)));

  private static PartialTerms weight(double weight) {
    return new PartialTerms(OptionalDouble.of(weight), OptionalInt.empty(), OptionalDouble.empty());
  }

  private static PartialTerms priority(int priority) {
    return new PartialTerms(OptionalDouble.empty(), OptionalInt.of(priority), OptionalDouble.empty());
  }

  private static PartialTerms deadline(double seconds) {
    return new PartialTerms(OptionalDouble.empty(), OptionalInt.empty(), OptionalDouble.of(seconds));
  }

  /** Returns a shuffle from A to B. Of two such shuffles without terms, the smaller goes first. */
  private static ShuffleSubmission.Builder megabytes(String id, long megabytes) {
    return ShuffleSubmission.newBuilder().setShuffle(id).putReceivers(0, Receiver.newBuilder().setSite("B").build())
        .addTransfers(Transfer.newBuilder().setFrom("A").setBytes(megabytes * MB).setGenerated(Generated.newBuilder().setSeed(1)));
  }

  private void say(JobMasterRequest.Builder request) {
    harness.state.handle(9, request.build(), harness.nowNanos);
  }

  private void submit(ShuffleSubmission.Builder... submissions) {
    harness.helloAll();
    say(JobMasterRequest.newBuilder().setHello(JobMasterHello.newBuilder().setProtocolVersion(1).setOwner(1)));
    for (ShuffleSubmission.Builder submission : submissions) {
      say(JobMasterRequest.newBuilder().setSubmission(submission));
    }
    harness.round();
  }

  private double rate(String shuffle) {
    return harness.ratesOf(1).getOrDefault(shuffle + ">B", Map.of()).values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private ShuffleStatus status(String shuffle) {
    return harness.status().getShufflesList().stream().filter(s -> s.getId().equals(shuffle)).findFirst().orElseThrow();
  }

  private List<ShuffleProgress> progress(String shuffle) {
    harness.tick();
    return harness.state.drainMasterNews().stream().flatMap(news -> news.news().stream())
        .filter(news -> news.hasProgress() && news.getProgress().getShuffle().equals(shuffle)).map(news -> news.getProgress()).toList();
  }

  @Test
  void onOrdinaryTermsTheSmallerGoesFirst() {
    submit(megabytes("small", 10), megabytes("large", 30));
    assertThat(rate("small")).isGreaterThan(1.9 * MB);
    assertThat(rate("large")).isLessThan(0.1 * MB);
    assertThat(status("large").getWeight()).isEqualTo(1);
    assertThat(status("large").getPriority()).isZero();
    assertThat(status("large").hasDeadlineSeconds()).isFalse();
  }

  @Test
  void aShuffleMayBeSubmittedAsOneOfWhichNoChunkIsCompressed() {
    submit(megabytes("compressed", 10), megabytes("as-it-is", 10).setAsIs(true));
    assertThat(harness.to(1).stream().flatMap(message -> message.getEpoch().getBundlesList().stream()).filter(BundleRates::getAsIs))
        .extracting(BundleRates::getShuffle).containsOnly("as-it-is");
  }

  @Test
  void aWeightOrAPriorityGivenWithTheSubmissionPutsTheLargerFirst() {
    submit(megabytes("small", 10), megabytes("large", 30).setWeight(10));
    assertThat(rate("large")).isGreaterThan(1.9 * MB);
    assertThat(rate("small")).isLessThan(0.1 * MB);
    submit(megabytes("first", 100).setPriority(1));
    assertThat(rate("first")).isGreaterThan(1.9 * MB);
    assertThat(rate("large")).isLessThan(0.1 * MB);
    assertThat(status("first").getPriority()).isEqualTo(1);
  }

  @Test
  void aShuffleOfAHigherClassGoesBeforeThoseBelowUnlessItNamesAPriority() {
    submit(megabytes("small", 10), megabytes("large", 30).setLatencyClass(ClassName.CLASS_NORMAL));
    assertThat(rate("large")).isGreaterThan(1.9 * MB);
    assertThat(status("large").getPriority()).isEqualTo(10);
    submit(megabytes("first", 100).setLatencyClass(ClassName.CLASS_INTERACTIVE));
    assertThat(rate("first")).isGreaterThan(1.9 * MB);
    submit(megabytes("named", 100).setLatencyClass(ClassName.CLASS_INTERACTIVE).setPriority(-1));
    assertThat(status("named").getPriority()).isEqualTo(-1);
    submit(megabytes("usual", 100).setLatencyClass(ClassName.CLASS_BULK));
    assertThat(status("usual").getPriority()).isZero();
  }

  @Test
  void aDeadlineGivenWithTheSubmissionIsPromisedTheRateThatItNeeds() {
    submit(megabytes("small", 10), megabytes("large", 30).setDeadlineSeconds(20));
    assertThat(rate("large")).as("30 MB in 20 s").isGreaterThanOrEqualTo(1.5 * MB);
    assertThat(rate("small")).as("what the promise leaves").isBetween(0.1 * MB, 0.5 * MB);
    assertThat(status("large").getDeadlineSeconds()).isEqualTo(20);
    assertThat(status("large").getDeadlineProblem()).isEmpty();
  }

  @Test
  void aDeadlineThatCannotBeMetIsRefusedWithItsReasonAndGetsWhatOthersLeave() {
    submit(megabytes("small", 10), megabytes("large", 30).setDeadlineSeconds(5));
    assertThat(rate("small")).isGreaterThan(1.9 * MB);
    assertThat(harness.events("deadline-refused")).singleElement().asString().startsWith("large | deadline cannot be met: needs 15");
    assertThat(status("large").getDeadlineProblem()).contains("has 5");
    assertThat(progress("large")).isNotEmpty().allMatch(news -> news.getDeadlineProblem().contains("needs 15"));
    assertThat(progress("small")).isNotEmpty().allMatch(news -> news.getDeadlineProblem().isEmpty());
    harness.round();
    assertThat(harness.events("deadline-refused")).as("it is said once").hasSize(1);
  }

  @Test
  void aTimeoutEndsAShuffleAndChangesNoRate() {
    submit(megabytes("small", 10), megabytes("large", 30).setTimeoutSeconds(20));
    assertThat(rate("small")).isGreaterThan(1.9 * MB);
    harness.at(21).tick();
    List<ShuffleResult> results = harness.state.drainMasterNews().stream().flatMap(news -> news.news().stream())
        .filter(news -> news.hasResult()).map(news -> news.getResult()).toList();
    assertThat(results).singleElement().matches(result -> result.getProblem().startsWith("its time of 20.0 s has passed"));
  }

  private void say(String shuffle, PartialTerms terms) {
    harness.state.operator().act(
        new OperatorRequest(new OperatorCommand.SetTerms(Scope.SHUFFLE, shuffle, terms), "test", ""), harness.nowNanos);
  }

  @Test
  void termsOfARunningShuffleCanBeChanged() {
    submit(megabytes("small", 10), megabytes("large", 30));
    say("large", priority(1));
    assertThat(harness.state.roundDueNanos()).as("a round follows").isPresent();
    harness.round();
    assertThat(rate("large")).isGreaterThan(1.9 * MB);
    say("large", priority(0));
    say("small", deadline(40));
    harness.round();
    assertThat(rate("small")).as("10 MB in 40 s").isGreaterThanOrEqualTo(0.25 * MB);
    assertThat(status("small").getDeadlineSeconds()).isEqualTo(40);
    harness.at(41).round();
    assertThat(status("small").hasDeadlineSeconds()).as("nothing can be done for a deadline that has passed").isFalse();
    assertThat(rate("small")).isGreaterThan(1.9 * MB);
    assertThatThrownBy(() -> say("unknown", priority(1))).isInstanceOf(NoSuchElementException.class).hasMessageContaining("'unknown'");
  }

  @Test
  void whatIsSaidLaterComesBeforeTheSubmissionAndThatBeforeTheQueue() {
    RunningShuffle shuffle = new RunningShuffle(new ShuffleId("s"), 0);
    assertThat(shuffle.queue()).isEmpty();
    assertThat(shuffle.describe(new ShuffleDescriptor(
        shuffle.id(), Optional.empty(), ReaderOrder.IN_TURN, false, new ShuffleDescriptor.Owner("etl", "ann")))).isTrue();
    assertThat(shuffle.queue()).hasValue("etl");
    PartialTerms submitted = weight(2).or(deadline(7));
    SourcedTerms said = SourcedTerms.NONE.or(PartialTerms.NONE, TermsSource.OPERATOR).or(priority(5), TermsSource.OPERATOR)
        .or(submitted, TermsSource.SUBMISSION).or(weight(9).or(priority(1)), TermsSource.QUEUE);
    assertThat(said.source()).isEqualTo(TermsSource.OPERATOR);
    PartialTerms all = said.terms();
    assertThat(all).isEqualTo(new PartialTerms(OptionalDouble.of(2), OptionalInt.of(5), OptionalDouble.of(7)));
    assertThat(PartialTerms.NONE.or(all)).isEqualTo(all);
  }

  @ParameterizedTest
  @CsvSource({"0,0", "-1,0", "NaN,0", "1001,0", "1,101", "1,-101"})
  void termsOutOfRangeAreRefused(double weight, int priority) {
    submit(megabytes("s", 1).setWeight(weight).setPriority(priority));
    assertThat(harness.status().getShufflesList()).isEmpty();
    assertThatThrownBy(() -> weight(weight).or(priority(priority))).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void goalsOutOfRangeAreRefused() {
    submit(megabytes("a", 1).setUsdPerHour(1e300), megabytes("b", 1).setUsdPerHour(-1), megabytes("c", 1).setMaxUsd(1e10),
        megabytes("d", 1).setMaxUsd(Double.NaN), megabytes("e", 1).setHardBudget(true));
    assertThat(harness.events("request-refused")).hasSize(5);
    submit(megabytes("f", 1).setUsdPerHour(Double.POSITIVE_INFINITY), megabytes("g", 1).setMaxUsd(1).setHardBudget(true));
    assertThat(harness.status().getShufflesList()).hasSize(2);
  }
}
