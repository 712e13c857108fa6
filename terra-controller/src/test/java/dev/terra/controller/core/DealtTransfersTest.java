package dev.terra.controller.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.AgentHello;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.Generated;
import dev.terra.api.v1.JobMasterHello;
import dev.terra.api.v1.JobMasterRequest;
import dev.terra.api.v1.Receiver;
import dev.terra.api.v1.ShuffleSubmission;
import dev.terra.api.v1.SubmittedPart;
import dev.terra.api.v1.Transfer;
import dev.terra.api.v1.TransferReport;
import dev.terra.api.version.Capability;
import dev.terra.core.balance.BalanceKind;
import dev.terra.core.balance.DealtWork;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.slice.Slices;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that transfers of a submitted shuffle go to agents that have room. Streams 1 and 2 belong to A's slices, 3 and 4 to B's. */
class DealtTransfersTest {
  private static final long BYTES = 8_000_000;
  private static final int TRANSFERS = 40;
  /**
   * The number of transfers that an agent is given at first. It is rounded up, since an agent may have bytes left when it is given another
   * transfer.
   */
  private static final int AT_FIRST = (int) Math.ceil((double) DealtWork.FIRST_AHEAD_BYTES / BYTES);

  private final Harness harness = new Harness(new Slices(2), BalanceKind.PREQUAL);

  private void hello(long stream, String site, int slice, Set<Capability> able) {
    harness.say(stream, AgentReport.newBuilder().setHello(AgentHello.newBuilder().setProtocolVersion(2).setSite(site)
        .setAgent(site + slice).setSession(stream).setSlice(slice).addAllCapabilities(Capability.names(able))));
  }

  private void join(Set<Capability> able) {
    for (int slice = 0; slice < 2; slice++) {
      hello(1 + slice, "A", slice, able);
      hello(3 + slice, "B", slice, able);
    }
  }

  private void allTold() {
    IntStream.rangeClosed(1, 4).forEach(harness::allTold);
  }

  private void submit() {
    submit("copy");
  }

  private void submit(String shuffle) {
    harness.state.handle(100, JobMasterRequest.newBuilder()
        .setHello(JobMasterHello.newBuilder().setProtocolVersion(1).setOwner(7)).build(), harness.nowNanos);
    ShuffleSubmission.Builder submission = ShuffleSubmission.newBuilder().setShuffle(shuffle)
        .putReceivers(0, Receiver.newBuilder().setSite("B").build());
    IntStream.range(0, TRANSFERS).forEach(number -> submission.addTransfers(Transfer.newBuilder().setNumber(number).setFrom("A")
        .setBytes(BYTES).setGenerated(Generated.newBuilder().setSeed(1))));
    harness.state.handle(100, JobMasterRequest.newBuilder().setSubmission(submission).build(), harness.nowNanos);
    harness.round();
  }

  private List<Integer> told(long stream, Function<SubmittedPart, List<Transfer>> which) {
    return told(stream, "copy", which);
  }

  private List<Integer> told(long stream, String shuffle, Function<SubmittedPart, List<Transfer>> which) {
    return harness.to(stream).stream().filter(ControllerMessage::hasSubmitted).map(ControllerMessage::getSubmitted)
        .filter(part -> part.getShuffle().equals(shuffle))
        .flatMap(part -> which.apply(part).stream()).map(Transfer::getNumber).sorted().toList();
  }

  private List<Integer> sentBy(long stream) {
    return told(stream, SubmittedPart::getOutgoingList);
  }

  private List<Integer> gotBy(long stream) {
    return told(stream, SubmittedPart::getIncomingList);
  }

  private void assertToldOnceAndAlikeAtBothEnds() {
    assertThat(gotBy(3)).isEqualTo(sentBy(1));
    assertThat(gotBy(4)).isEqualTo(sentBy(2));
    assertThat(Stream.of(sentBy(1), sentBy(2)).flatMap(List::stream)).doesNotHaveDuplicates();
  }

  @Test
  void eachGetsWhatItServesInAMomentAndThePlanKnowsTheRest() {
    join(Set.of(Capability.KNOWN_TRANSFERS));
    allTold();
    submit();
    assertThat(sentBy(1)).hasSize(AT_FIRST);
    assertThat(sentBy(2)).hasSize(AT_FIRST);
    assertToldOnceAndAlikeAtBothEnds();
    assertThat(harness.demands().get("copy:AB")).as("what waits to be dealt is part of it").isEqualTo((double) TRANSFERS * BYTES);
  }

  @Test
  void theOneThatIsDoneGetsMoreAndTheOtherDoesNot() {
    join(Set.of(Capability.KNOWN_TRANSFERS));
    allTold();
    submit();
    for (int beat = 1; beat <= 6; beat++) {
      harness.at(beat / 2.0);
      harness.progress(1, "copy", "B", sentBy(1).size() * BYTES, 0, 0);
      harness.round();
    }
    assertThat(sentBy(1).size()).isGreaterThan(3 * AT_FIRST);
    assertThat(sentBy(2)).as("it has served nothing").hasSize(AT_FIRST);
    assertToldOnceAndAlikeAtBothEnds();
    assertThat(harness.demands().get("copy:AB")).isLessThan((double) TRANSFERS * BYTES);
  }

  @Test
  void anAgentThatWasSilentGetsItsPartOfTheNextShuffle() {
    join(Set.of(Capability.KNOWN_TRANSFERS));
    allTold();
    submit();
    for (int beat = 1; beat <= 12; beat++) {
      harness.at(beat / 2.0);
      harness.progress(1, "copy", "B", sentBy(1).size() * BYTES, 0, 0);
      harness.round();
    }
    assertThat(sentBy(1)).as("all that the other was not given at first").hasSize(TRANSFERS - AT_FIRST);
    submit("next");
    assertThat(told(2, "next", SubmittedPart::getOutgoingList)).hasSizeGreaterThanOrEqualTo(AT_FIRST);
  }

  @Test
  void whatIsDoneOfTheLastTransfersSaysHowFastAnAgentIs() {
    join(Set.of(Capability.KNOWN_TRANSFERS));
    allTold();
    submit();
    for (int beat = 1; beat <= 20; beat++) {
      harness.at(beat / 2.0);
      harness.progress(1, "copy", "B", sentBy(1).size() * BYTES, 0, 0);
      harness.progress(2, "copy", "B", Math.min(AT_FIRST * BYTES, Math.max(0, beat - 12) * BYTES / 8), 0, 0);
      harness.round();
    }
    submit("next");
    assertThat(told(2, "next", SubmittedPart::getOutgoingList)).as("2 MB/s").hasSizeBetween(1, AT_FIRST - 1);
  }

  /**
   * Returns the transfers of an agent that has served the first ones and then no more. {@code hasHeard} is true if it has received the
   * others.
   */
  private List<Integer> sentBySlowOne(boolean hasHeard) {
    join(Set.of(Capability.KNOWN_TRANSFERS));
    allTold();
    submit();
    for (int beat = 1; beat <= 4; beat++) {
      harness.at(beat / 2.0);
      harness.produced(1, "copy", (hasHeard ? sentBy(1).size() : AT_FIRST) * BYTES);
      harness.progress(1, "copy", "B", AT_FIRST * BYTES, 0, 0);
      harness.round();
    }
    return sentBy(1);
  }

  @Test
  void anAgentThatHasNotHeardOfAllIsNotTakenForOneWithRoom() {
    List<Integer> sent = sentBySlowOne(false);
    assertThat(sent).hasSizeBetween(AT_FIRST + 1, TRANSFERS - AT_FIRST - 1).isEqualTo(new DealtTransfersTest().sentBySlowOne(true));
  }

  @Test
  void nothingIsDealtBeforeAllHaveToldWhatTheyHave() {
    join(Set.of(Capability.KNOWN_TRANSFERS));
    submit();
    assertThat(sentBy(1)).isEmpty();
    allTold();
    harness.tick();
    harness.round();
    assertThat(sentBy(1)).isNotEmpty();
    assertToldOnceAndAlikeAtBothEnds();
  }

  @Test
  void anotherControllerLeavesTransfersWhereTheyAre() {
    join(Set.of(Capability.KNOWN_TRANSFERS));
    Set<Integer> first = new TreeSet<>(Set.of(0, 1, 2));
    Set<Integer> second = new TreeSet<>(Set.of(3));
    harness.say(3, AgentReport.newBuilder().setTransfers(TransferReport.newBuilder().setShuffle("copy").addAllKnown(first)));
    submit();
    harness.say(4, AgentReport.newBuilder().setTransfers(TransferReport.newBuilder().setShuffle("copy").addAllKnown(second)));
    harness.round();
    assertThat(sentBy(1)).as("told before it was submitted again").containsExactlyElementsOf(first);
    assertThat(sentBy(2)).as("and told after").containsExactlyElementsOf(second);
    allTold();
    harness.tick();
    harness.round();
    assertThat(sentBy(1)).containsAll(first).doesNotContainAnyElementsOf(second);
    assertToldOnceAndAlikeAtBothEnds();
  }

  @Test
  void anAgentOfAThirdSiteClaimsNothing() {
    join(Set.of(Capability.KNOWN_TRANSFERS));
    hello(5, "C", 1, Set.of(Capability.KNOWN_TRANSFERS));
    TransferReport all = TransferReport.newBuilder().setShuffle("copy").addAllKnown(IntStream.range(0, TRANSFERS).boxed().toList()).build();
    harness.say(5, AgentReport.newBuilder().setTransfers(all));
    allTold();
    submit();
    harness.say(5, AgentReport.newBuilder().setTransfers(all));
    harness.round();
    assertThat(sentBy(1)).hasSize(AT_FIRST);
    assertThat(sentBy(2)).hasSize(AT_FIRST);
    assertThat(sentBy(5)).isEmpty();
  }

  @Test
  void anAgentThatComesBackGetsItsOwn() {
    join(Set.of(Capability.KNOWN_TRANSFERS));
    allTold();
    submit();
    harness.state.streamEnded(2, "reset", harness.nowNanos);
    hello(5, "A", 1, Set.of(Capability.KNOWN_TRANSFERS));
    harness.round();
    assertThat(sentBy(5)).isEqualTo(sentBy(2));
  }

  @Test
  void agentsThatCannotSayAgainWhatTheyHaveGetAllByHash() {
    join(Set.of());
    allTold();
    submit();
    Slices slices = new Slices(2);
    assertThat(sentBy(1)).isEqualTo(IntStream.range(0, TRANSFERS).filter(number -> slices.of(new ShuffleId("copy"), number) == 0)
        .boxed().toList());
    assertThat(sentBy(1).size() + sentBy(2).size()).isEqualTo(TRANSFERS);
    assertToldOnceAndAlikeAtBothEnds();
  }
}
