package dev.terra.controller.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.Generated;
import dev.terra.api.v1.JobMasterHello;
import dev.terra.api.v1.JobMasterRequest;
import dev.terra.api.v1.Receiver;
import dev.terra.api.v1.ShuffleSubmission;
import dev.terra.api.v1.Transfer;
import dev.terra.api.v1.TransferReport;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of the number of flows that the scheduler counts for a bundle. */
class BundleFlowsTest {
  private static final long MASTER = 100;
  private final Harness harness = new Harness();

  @BeforeEach
  void start() {
    harness.helloAll();
    say(JobMasterRequest.newBuilder().setHello(JobMasterHello.newBuilder().setProtocolVersion(1).setOwner(7)));
  }

  private void say(JobMasterRequest.Builder request) {
    harness.state.handle(MASTER, request.build(), harness.nowNanos);
  }

  private void submit(ShuffleSubmission.Builder submission) {
    say(JobMasterRequest.newBuilder().setSubmission(submission));
  }

  private void done(long agent, int receiver, Integer... numbers) {
    harness.say(agent, AgentReport.newBuilder().setTransfers(
        TransferReport.newBuilder().setShuffle("s").setReceiver(receiver).addAllDone(List.of(numbers))));
  }

  private static Transfer transfer(int number, String from, int receiver) {
    return Transfer.newBuilder().setNumber(number).setFrom(from).setReceiver(receiver).setBytes(1_000)
        .setGenerated(Generated.newBuilder().setSeed(1)).build();
  }

  private static Receiver at(String site, long change) {
    return Receiver.newBuilder().setSite(site).setChange(change).build();
  }

  /** Returns a shuffle with receivers 0 and 1 at B, and receiver 2 at C. */
  private static ShuffleSubmission.Builder shuffle() {
    return ShuffleSubmission.newBuilder().setShuffle("s").setOpen(true)
        .putReceivers(0, at("B", 0)).putReceivers(1, at("B", 0)).putReceivers(2, at("C", 0))
        .addTransfers(transfer(0, "A", 0)).addTransfers(transfer(1, "A", 0)).addTransfers(transfer(2, "A", 1))
        .addTransfers(transfer(3, "A", 2)).addTransfers(transfer(4, "C", 0));
  }

  private Map<String, Integer> flows() {
    harness.round();
    Map<String, Integer> flows = new TreeMap<>();
    harness.scheduler.lastDemands.forEach(shuffle -> shuffle.bundles().forEach(bundle ->
        flows.put(bundle.from().name() + bundle.to().name(), bundle.flows())));
    return flows;
  }

  @Test
  void aSubmittedShufflesFlowsAreTheTransfersThatAreNotDone() {
    submit(shuffle());
    assertThat(flows()).isEqualTo(Map.of("AB", 3, "AC", 1, "CB", 1));

    done(2, 0, 0, 4);
    done(2, 0, 0);
    submit(shuffle());
    assertThat(flows()).containsEntry("AB", 2);

    submit(ShuffleSubmission.newBuilder().setShuffle("s").addTransfers(transfer(5, "A", 1)));
    assertThat(flows()).containsEntry("AB", 3);
  }

  @Test
  void aReceiverThatMovesTakesItsTransfersWithIt() {
    submit(shuffle());
    done(2, 0, 0);
    assertThat(flows()).isEqualTo(Map.of("AB", 2, "AC", 1, "CB", 1));

    submit(ShuffleSubmission.newBuilder().setShuffle("s").setOpen(true).putReceivers(0, at("C", 1)));
    assertThat(flows()).isEqualTo(Map.of("AB", 1, "AC", 3));
    submit(ShuffleSubmission.newBuilder().setShuffle("s").setOpen(true).putReceivers(0, at("C", 2)).addTransfers(transfer(6, "A", 0)));
    assertThat(flows()).isEqualTo(Map.of("AB", 1, "AC", 4));
  }

  @Test
  void aJobsFlowsAreTheReducersThatGetSomething() {
    harness.produced(1, "job_1", 100L, 200L, 0L, 300L, 400L);
    harness.placed(2, "job_1", 0, "B");
    harness.placed(2, "job_1", 2, "B");
    assertThat(flows()).isEqualTo(Map.of("AB", 1));

    harness.placed(2, "job_1", 1, "B");
    harness.placed(3, "job_1", 3, "C");
    assertThat(flows()).isEqualTo(Map.of("AB", 2, "AC", 1));

    harness.placed(3, "job_1", 1, "C");
    assertThat(flows()).isEqualTo(Map.of("AB", 1, "AC", 2));
  }

  @Test
  void aBroadcastIsOneFlowToEachSite() {
    harness.describeBroadcast(1, "broadcast");
    harness.broadcast(1, "broadcast", Map.of("B", 50L), 100L, 50L);
    harness.readAt(2, "broadcast", "B");
    harness.readAt(3, "broadcast", "C");

    assertThat(flows()).isEqualTo(Map.of("AB", 1, "AC", 1));
  }
}
