package dev.terra.controller.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableMap;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.AgentAlive;
import dev.terra.api.v1.AgentLoad;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.AgentStatus;
import dev.terra.api.v1.AgentUse;
import dev.terra.api.v1.CacheCounts;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.Generated;
import dev.terra.api.v1.HeldSlices;
import dev.terra.api.v1.JobMasterHello;
import dev.terra.api.v1.JobMasterRequest;
import dev.terra.api.v1.Receiver;
import dev.terra.api.v1.ShuffleReport;
import dev.terra.api.v1.ShuffleSubmission;
import dev.terra.api.v1.Transfer;
import dev.terra.api.v1.TransferReport;
import dev.terra.api.v1.WaitCounts;
import dev.terra.controller.core.agent.AgentState;
import dev.terra.controller.core.agent.HostBook;
import dev.terra.controller.core.operate.OperatorCommand.DrainOneAgent;
import dev.terra.controller.core.operate.OperatorRequest;
import dev.terra.controller.core.shuffle.ProgressBook;
import dev.terra.controller.core.turn.RoundTimer;
import dev.terra.controller.view.ControllerEvent;
import dev.terra.controller.view.EventKind;
import dev.terra.controller.view.SliceFigures;
import dev.terra.controller.view.SliceLoad;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.slice.Slices;
import dev.terra.core.view.CacheFigures;
import dev.terra.core.view.ResourceUse;
import dev.terra.core.view.Waits;
import dev.terra.core.wan.AgentId;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tests of the controller with several agents that share a site. Streams 1 to 3 belong to A's two slices and to B's first slice. */
class SlicesOfASiteTest {
  private static final double RATE = Harness.CAPACITY / 8;
  private static final long BEAT_NANOS = ProtocolTiming.BEAT.nanos();

  private final Harness harness = new Harness(new Slices(2));

  private void join() {
    harness.hello(1, "A", "one", 0);
    harness.hello(2, "A", "two", 1);
    harness.hello(3, "B", "b", 0);
    harness.hello(4, "B", "b", 1);
    harness.produced(1, "job", 3_000L, 0L);
    harness.produced(2, "job", 0L, 1_000L);
    harness.placed(3, "job", 0, "B");
    harness.placed(4, "job", 1, "B");
  }

  private Map<String, Double> rates(long stream) {
    return harness.ratesOf(stream).getOrDefault("job>B", Map.of());
  }

  private List<HeldSlices> told(long stream) {
    return harness.to(stream).stream().filter(ControllerMessage::hasSlices).map(ControllerMessage::getSlices).toList();
  }

  private List<Integer> heldBy(long stream) {
    return told(stream).get(told(stream).size() - 1).getHeldList();
  }

  @Test
  void theSchedulerSeesASiteAndItsAgentsGetPartsOfItsRates() {
    join();
    harness.round();
    assertThat(harness.demands()).isEqualTo(Map.of("job:AB", 4_000.0));
    assertThat(rates(1)).isEqualTo(Map.of("A-B", RATE * 3 / 4));
    assertThat(rates(2)).isEqualTo(Map.of("A-B", RATE / 4));
  }

  @Test
  void eachAgentIsToldItsPartOfTheStockRate() {
    join();
    for (long stream = 1; stream <= 2; stream++) {
      assertThat(harness.to(stream).get(0).getWelcome().getTunnels().getDestinations(0).getStockBytesPerSecond())
          .as("agents do not divide it again").isEqualTo(Harness.CAPACITY / 2);
    }
  }

  @Test
  void progressOfBothCounts() {
    join();
    harness.progress(1, "job", "B", 2_000, 0, 0);
    harness.progress(2, "job", "B", 0, 500, 0);
    harness.round();
    assertThat(harness.demands()).isEqualTo(Map.of("job:AB", 1_500.0));
    assertThat(rates(1).get("A-B")).isCloseTo(RATE * 2 / 3, within(1.0));
  }

  @Test
  void whoseChunksShrinkGetsLessOfTheRate() {
    join();
    harness.progress(1, "job", "B", new ProgressBook.Done(0, 0, 0, 0, new ProgressBook.Sender(3_000, 1 / 3.0, 0, 0)));
    harness.round();
    assertThat(rates(1).get("A-B")).as("1,000 bytes on links each").isCloseTo(RATE / 2, within(RATE / 100));
    assertThat(rates(2).get("A-B")).isCloseTo(RATE / 2, within(RATE / 100));
  }

  @Test
  void whoIsDoneLeavesTheRestToTheOther() {
    join();
    harness.progress(1, "job", "B", 3_000, 0, 0);
    harness.round();
    assertThat(rates(1)).isEmpty();
    assertThat(rates(2)).isEqualTo(Map.of("A-B", RATE));
  }

  @Test
  void ofWhatIsSentOnDemandThoseGetTheRateForWhomReadersWait() {
    join();
    harness.say(1, AgentReport.newBuilder().setShuffle(
        ShuffleReport.newBuilder().setShuffle("job").addBytesByReducer(3_000).addBytesByReducer(0).setOnDemand(true)));
    harness.progress(2, "job", "B", 0, 0, 400);
    harness.round();
    assertThat(harness.demands()).isEqualTo(Map.of("job:AB", 400.0));
    assertThat(rates(1)).as("nobody waits for any of its 3,000 bytes").isEmpty();
    assertThat(rates(2)).containsOnlyKeys("A-B");
  }

  @Test
  void whoHasAnythingAgainNeedNotWaitForTheNextRefresh() {
    join();
    harness.progress(2, "job", "B", 1_000, 0, 0);
    harness.round();
    assertThat(rates(2)).isEmpty();
    harness.produced(2, "job", 0L, 1_001L);
    harness.round();
    assertThat(rates(2).get("A-B")).as("a byte of 3,001").isCloseTo(RATE / 3_001, within(1.0));
    harness.progress(2, "job", "B", 1_001, 0, 0);
    assertThat(harness.state.roundDueNanos()).hasValue(harness.nowNanos + RoundTimer.SOFT_COALESCE_NANOS);
    harness.round();
    assertThat(rates(1)).isEqualTo(Map.of("A-B", RATE));
    assertThat(rates(2)).isEmpty();
  }

  @Test
  void oneSubmittedTransferGetsTheWholeRateFromTheFirstEpochOn() {
    join();
    harness.ended(1, "job");
    harness.round();
    submit(numberOf(1));
    assertThat(harness.ratesOf(2).get("copy>B")).isEqualTo(Map.of("A-B", RATE));
    assertThat(harness.ratesOf(1).getOrDefault("copy>B", Map.of())).isEmpty();
    assertThat(harness.demands()).isEqualTo(Map.of("copy:AB", 1_000_000.0));
  }

  /** Returns the lowest number of a transfer that belongs to a slice. */
  private static int numberOf(int slice) {
    return IntStream.range(0, 2).filter(number -> new Slices(2).of(new ShuffleId("copy"), number) == slice).findFirst().orElseThrow();
  }

  /** Submits a shuffle of transfers from A to B, of 1 MB each. */
  private void submit(int... numbers) {
    harness.state.handle(100, JobMasterRequest.newBuilder()
        .setHello(JobMasterHello.newBuilder().setProtocolVersion(1).setOwner(7)).build(), harness.nowNanos);
    ShuffleSubmission.Builder submission = ShuffleSubmission.newBuilder().setShuffle("copy")
        .putReceivers(0, Receiver.newBuilder().setSite("B").build());
    IntStream.of(numbers).forEach(number -> submission.addTransfers(Transfer.newBuilder().setNumber(number).setFrom("A")
        .setBytes(1_000_000).setGenerated(Generated.newBuilder().setSeed(1))));
    harness.state.handle(100, JobMasterRequest.newBuilder().setSubmission(submission).build(), harness.nowNanos);
    harness.round();
  }

  @Test
  void anAgentThatAttachesIsToldItsPartAndTheOthersKeepTheirs() {
    join();
    harness.ended(1, "job");
    int first = numberOf(0);
    int firstToo = first + 2;
    int second = numberOf(1);
    submit(first, firstToo, second);
    harness.progress(1, "copy", "B", 1_200_000, 0, 0);
    harness.say(3, AgentReport.newBuilder().setTransfers(TransferReport.newBuilder().setShuffle("copy").addDone(first)));
    harness.state.streamEnded(2, "reset", harness.nowNanos);
    harness.hello(5, "A", "two", 1);
    harness.round();
    assertThat(harness.demands()).as("0.8 MB and 1 MB").isEqualTo(Map.of("copy:AB", 1_800_000.0));
    assertThat(harness.to(5)).filteredOn(ControllerMessage::hasSubmitted).singleElement().satisfies(told ->
        assertThat(told.getSubmitted().getOutgoingList()).extracting(Transfer::getNumber).containsExactly(second));
    assertThat(harness.ratesOf(5).get("copy>B").get("A-B")).isCloseTo(RATE * 10 / 18, within(1.0));
    assertThat(harness.ratesOf(1).get("copy>B").get("A-B")).isCloseTo(RATE * 8 / 18, within(1.0));
  }

  @Test
  void aPathOnWhichOneHasNoTunnelIsTheOthers() {
    join();
    harness.tunnel(2, false, "A", "B");
    harness.tunnel(1, true, "A", "B");
    harness.at(10).round();
    assertThat(harness.status().getLinksList()).as("the link is not to blame").allMatch(link -> link.getUp());
    assertThat(rates(1)).isEqualTo(Map.of("A-B", RATE));
    assertThat(rates(2)).isEmpty();
  }

  @Test
  void eachAgentOfASiteIsShownByItself() {
    join();
    harness.tunnel(1, true, "A", "B");
    harness.tunnel(2, false, "A", "B");
    harness.say(2, AgentReport.newBuilder().setAlive(AgentAlive.newBuilder().setFetches(5)));
    harness.state.streamEnded(1, "reset", harness.nowNanos);
    AgentStatus site = harness.status().getAgents(0);
    assertThat(site.getSlicesList()).extracting(slice -> slice.getSlice() + " " + slice.getAgent() + " " + slice.getAlive() + " "
        + slice.getReason() + " " + slice.getTunnelsUp() + " " + slice.getFetches())
        .containsExactly("0 one false reset 1 0", "1 two true  0 5");
    assertThat(site.getAlive()).as("not all are there").isFalse();
  }

  private static WaitCounts waits(double... seconds) {
    Waits waits = Waits.NONE;
    for (double one : seconds) {
      waits = waits.plus(one);
    }
    return WaitCounts.newBuilder().addAllCounts(waits.counts()).setSumSeconds(waits.sumSeconds()).build();
  }

  @Test
  void whatReadersOfAllItsAgentsWaitedIsShownOfASite() {
    join();
    harness.say(1, AgentReport.newBuilder().setAlive(AgentAlive.newBuilder().setFirstByte(waits(0.02, 0.02)).setLastByte(waits(2))));
    harness.say(2, AgentReport.newBuilder().setAlive(AgentAlive.newBuilder().setFirstByte(waits(40)).setLastByte(waits(50))));
    harness.say(2, AgentReport.newBuilder().setAlive(AgentAlive.getDefaultInstance()));

    AgentStatus site = harness.status().getAgents(0);
    assertThat(site.getFirstByte().getCount()).isEqualTo(3);
    assertThat(site.getFirstByte().getP50Seconds()).isBetween(0.01, 0.025);
    assertThat(site.getLastByte().getP99Seconds()).isBetween(30.0, 60.0);
  }

  @Test
  void howFullEachOfItsAgentsIsStandsWithTheAgent() {
    join();
    harness.say(2, AgentReport.newBuilder().setAlive(AgentAlive.newBuilder().setUse(AgentUse.newBuilder()
        .setSpoolBytes(5).setSpoolCapacityBytes(100).setHeapBytes(7).setHeapCapacityBytes(200)
        .setCache(CacheCounts.newBuilder().setUsedBytes(3).setCapacityBytes(9).setHits(4)
            .putUsedByShuffle("s", 3).putSavedByShuffle("t", 6).putShareByQueue("etl", 9)
            .setDiskUsedBytes(8).setDiskCapacityBytes(20).setDiskHits(2)))));
    harness.say(2, AgentReport.newBuilder().setAlive(AgentAlive.getDefaultInstance()));
    harness.say(1, AgentReport.newBuilder().setAlive(AgentAlive.newBuilder().setUse(AgentUse.newBuilder().setHeapBytes(-1))));
    harness.say(1, AgentReport.newBuilder().setAlive(AgentAlive.newBuilder().setUse(AgentUse.newBuilder()
        .setCache(CacheCounts.newBuilder().setHits(-1)))));

    assertThat(harness.state.view(harness.nowNanos).agents().values().iterator().next().slices()).extracting(SliceFigures::use)
        .containsExactly(null, new ResourceUse(5, 100, 7, 200,
            new CacheFigures(3, 9, 4, 0, 0, 0, ImmutableMap.of(new ShuffleId("s"), 3L), ImmutableMap.of(new ShuffleId("t"), 6L),
                ImmutableMap.of("etl", 9L),
                new CacheFigures.Disk(8, 20, 2))));
    assertThat(harness.state.drainEvents()).extracting(ControllerEvent::kind).contains(EventKind.REPORT_REFUSED);
  }

  private void load(long stream, long queueBytes, double bytesPerSecond) {
    harness.say(stream, AgentReport.newBuilder().setAlive(AgentAlive.newBuilder().setLoad(
        AgentLoad.newBuilder().setQueueBytes(queueBytes).setBytesPerSecond(bytesPerSecond))));
  }

  @Test
  void whatWaitsAtEachOfItsAgentsStandsWithTheAgent() {
    join();
    load(1, 900, 100);
    load(2, 100, 100);
    load(2, -1, 100);
    load(2, 1, Double.NaN);
    harness.alive(1);

    List<SliceLoad> loads = harness.state.view(harness.nowNanos).agents().values().iterator().next().slices().stream()
        .map(SliceFigures::load).toList();
    assertThat(loads).containsExactly(new SliceLoad(900, 100), new SliceLoad(100, 100));
    assertThat(loads).extracting(load -> load.isHotAmong(loads)).as("9 s and 1 s of work").containsExactly(true, false);
    assertThat(new SliceLoad(900, 0).isHotAmong(loads)).as("its rate is not known").isFalse();
  }

  @Test
  void aPathOnWhichNobodyHasATunnelIsDown() {
    join();
    harness.tunnel(1, false, "A", "B");
    harness.tunnel(2, false, "A", "B");
    harness.round();
    assertThat(rates(1).keySet()).containsExactly("A-C-B");
    assertThat(rates(2).keySet()).containsExactly("A-C-B");
  }

  @Test
  void anotherAgentOfASliceBeginsAnewAndTheOtherGoesOn() {
    join();
    harness.progress(2, "job", "B", 900, 0, 0);
    harness.host(10, "A", "one");
    harness.host(11, "A", "two");
    assertThat(heldBy(10)).containsExactly(0);
    harness.state.streamEnded(2, "reset", harness.nowNanos);
    harness.state.streamEnded(11, "reset", harness.nowNanos);
    harness.hello(5, "A", "one", 1);
    assertThat(harness.to(5)).as("at once, as the slice is its own now").anyMatch(ControllerMessage::hasWelcome);
    assertThat(heldBy(10)).containsExactly(0, 1);
    harness.round();
    assertThat(harness.demands()).as("what was not said again is not known").isEqualTo(Map.of("job:AB", 3_000.0));
    harness.produced(5, "job", 0L, 1_000L);
    harness.round();
    assertThat(harness.demands()).isEqualTo(Map.of("job:AB", 4_000.0));
  }

  @Test
  void aControllerThatBeginsLeavesSlicesWhereTheyAre() {
    harness.host(10, "A", "one", 1);
    assertThat(told(10)).as("the other may come").isEmpty();
    for (int tick = 0; tick < HostBook.SUCCESSION_TICKS; tick++) {
      harness.tick();
    }
    assertThat(heldBy(10)).containsExactly(0, 1);
    harness.host(11, "A", "two");
    assertThat(heldBy(10)).containsExactly(0);
    assertThat(heldBy(11)).containsExactly(1);
    assertThat(harness.events("slices-moved")).last().asString().contains("{0=one, 1=two}");
  }

  private void ticks(int count, long... alive) {
    for (int tick = 0; tick < count; tick++) {
      LongStream.of(alive).forEach(harness::alive);
      harness.nowNanos += BEAT_NANOS;
      harness.tick();
    }
  }

  @Test
  void whileNothingRunsTheNamesOfAgentsSayWhichSliceEachCarries() {
    harness.host(10, "A", "two");
    ticks(HostBook.SUCCESSION_TICKS, 10);
    harness.host(11, "A", "one");
    assertThat(heldBy(11)).as("the first name").containsExactly(0);
    assertThat(heldBy(10)).containsExactly(1);
  }

  @Test
  void whileAnythingRunsOrHasJustRunOnlyWhatMustMoves() {
    harness.host(10, "A", "two");
    ticks(HostBook.SUCCESSION_TICKS, 10);
    join();
    ticks(1, 1, 2, 3, 4, 10);
    harness.host(11, "A", "one");
    assertThat(heldBy(11)).containsExactly(1);
    IntStream.rangeClosed(1, 4).forEach(stream -> harness.ended(stream, "job"));
    ticks((int) (HostBook.IDLE_NANOS / BEAT_NANOS) - 1, 1, 2, 3, 4, 10, 11);
    assertThat(heldBy(11)).as("there may be another stage").containsExactly(1);
    ticks(1, 1, 2, 3, 4, 10, 11);
    assertThat(heldBy(11)).containsExactly(0);
    assertThat(heldBy(10)).containsExactly(1);
  }

  @Test
  void aShuffleThatBeginsAndEndsWithinABeatHasJustRun() {
    harness.host(10, "A", "two");
    ticks(HostBook.SUCCESSION_TICKS, 10);
    join();
    IntStream.rangeClosed(1, 4).forEach(stream -> harness.ended(stream, "job"));
    harness.host(11, "A", "one");
    assertThat(heldBy(11)).as("there may be another stage").containsExactly(1);
    ticks((int) (HostBook.IDLE_NANOS / BEAT_NANOS), 1, 2, 3, 4, 10, 11);
    assertThat(heldBy(11)).containsExactly(0);
  }

  @Test
  void aShuffleThatRunsIsKnownAlsoAfterAStallBeforeTheNextBeat() {
    harness.host(10, "A", "two");
    ticks(HostBook.SUCCESSION_TICKS, 10);
    join();
    ticks(1, 1, 2, 3, 4, 10);
    harness.host(11, "A", "one");
    assertThat(heldBy(11)).containsExactly(1);
    drain("one", true);
    harness.nowNanos += HostBook.IDLE_NANOS;

    drain("one", false);

    assertThat(heldBy(11)).as("only what must move").containsExactly(1);
    assertThat(heldBy(10)).containsExactly(0);
  }

  @Test
  void oneThatIsSilentForTooLongLosesItsSlices() {
    harness.host(10, "A", "one");
    harness.host(11, "A", "two");
    for (int tick = 0; tick <= AgentState.SILENT_TICKS; tick++) {
      harness.alive(11);
      harness.tick();
    }
    assertThat(harness.ends).containsExactly("10: the agent counts as lost after a silence");
    assertThat(heldBy(11)).containsExactly(0, 1);
  }

  @Test
  void whoDoesNotFitIsToldWhy() {
    harness.hello(1, "A", "one", 2);
    assertThat(harness.ends).singleElement().asString().contains("slice 2 of its site; there are 2");
    Harness single = new Harness();
    single.host(1, "A", "one");
    assertThat(single.ends).singleElement().asString().contains("'agentsPerSite' is 1");
  }

  private void drain(String agent, boolean drained) {
    harness.state.operator().act(
        new OperatorRequest(new DrainOneAgent(AgentId.of("A", agent), drained), "ann", ""), harness.nowNanos);
    harness.round();
  }

  @Test
  void othersCarryWhatADrainedAgentDoesUntilItIsBack() {
    harness.host(10, "A", "one");
    harness.host(11, "A", "two");
    drain("two", true);
    assertThat(heldBy(10)).containsExactly(0, 1);
    assertThat(heldBy(11)).isEmpty();
    harness.host(12, "A", "three");
    assertThat(heldBy(12)).as("one that joins has its part").hasSize(1);
    harness.state.streamEnded(12, "reset", harness.nowNanos);
    harness.round();
    assertThat(heldBy(10)).containsExactly(0, 1);
    drain("two", false);
    assertThat(heldBy(10)).hasSize(1);
    assertThat(heldBy(11)).hasSize(1);
  }

  @Test
  void theLastAgentOfASiteIsNotDrainedByItself() {
    harness.host(10, "A", "one");
    harness.host(11, "A", "two");
    drain("two", true);
    assertThatThrownBy(() -> drain("one", true)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("drain agent A");
    assertThatThrownBy(() -> drain("four", true)).isInstanceOf(NoSuchElementException.class).hasMessageContaining("[one, two]");
    harness.state.streamEnded(10, "reset", harness.nowNanos);
    harness.round();
    assertThat(heldBy(11)).as("better than nobody").containsExactly(0, 1);
  }
}
