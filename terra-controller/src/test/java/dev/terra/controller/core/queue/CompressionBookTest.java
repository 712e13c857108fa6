package dev.terra.controller.core.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.BundleRates;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.ReadersOrder;
import dev.terra.api.v1.ShuffleDescription;
import dev.terra.controller.core.Harness;
import dev.terra.core.latency.LatencyClasses;
import dev.terra.core.residency.Residency;
import dev.terra.schedule.PolicyName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of which jobs are excepted from compression, and that sending agents receive the exception with their rates. */
class CompressionBookTest {
  private static final String JOB = "job_17_0001";

  private static Harness harness(UncompressedJob... jobs) {
    Harness harness = new Harness(PolicyName.TERRA_PLUS,
        new QueueSettings(Map.of(), LatencyClasses.USUAL, new UncompressedJobs(ImmutableList.copyOf(jobs)), Residency.FREE,
            Optional.empty()));
    harness.helloAll();
    harness.say(1, AgentReport.newBuilder().setDescription(ShuffleDescription.newBuilder().setShuffle(JOB).setOrder(ReadersOrder.IN_TURN)
        .setQueue("root.etl").setUser("ann").setGroup("dag_17_0001_1")));
    harness.produced(1, JOB, 1_000L);
    harness.placed(1, JOB, 0, "B");
    harness.round();
    return harness;
  }

  /** Returns, for each epoch with a bundle, whether the epoch orders the sending agent not to compress it. */
  private static List<Boolean> toldAsIs(Harness harness) {
    return harness.to(1).stream().filter(ControllerMessage::hasEpoch).flatMap(message -> message.getEpoch().getBundlesList().stream())
        .map(BundleRates::getAsIs).toList();
  }

  @Test
  void aQueueAUserAndAJobAreExcepted() {
    assertThat(toldAsIs(harness())).as("none is").containsExactly(false);
    assertThat(toldAsIs(harness(new UncompressedJob("etl", null, null)))).containsExactly(true);
    assertThat(toldAsIs(harness(new UncompressedJob("adhoc", null, null), new UncompressedJob(null, "ann", null)))).containsExactly(true);
    assertThat(toldAsIs(harness(new UncompressedJob("etl", "bob", null)))).as("another user's in the queue").containsExactly(false);
    assertThat(toldAsIs(harness(new UncompressedJob(null, null, JOB)))).containsExactly(true);
    assertThat(toldAsIs(harness(new UncompressedJob(null, null, "dag_17_0001_1")))).containsExactly(true);
    assertThat(toldAsIs(harness(new UncompressedJob(null, null, "application_17_0001")))).containsExactly(true);
  }

  @Test
  void otherExceptionsAreInForceWithTheNextRound() {
    Harness harness = harness();
    UncompressedJobs etl = new UncompressedJobs(ImmutableList.of(new UncompressedJob("etl", null, null)));
    harness.state.compression().change(etl, harness.nowNanos);
    harness.round();
    assertThat(toldAsIs(harness)).containsExactly(false, true);
    assertThat(harness.events("compression-changed")).singleElement().asString().contains("1 queues, users and jobs");

    harness.state.compression().change(etl, harness.nowNanos);
    assertThat(harness.events("compression-changed")).as("the same again").hasSize(1);
    harness.state.compression().change(UncompressedJobs.NONE, harness.nowNanos);
    harness.round();
    assertThat(toldAsIs(harness)).containsExactly(false, true, false);
  }

  @Test
  void anEntryNamesSomeJobs() {
    assertThatThrownBy(() -> new UncompressedJob(null, null, null)).hasMessage("expected a queue, a user or a job");
  }
}
