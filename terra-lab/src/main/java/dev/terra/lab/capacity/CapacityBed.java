package dev.terra.lab.capacity;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.Wan;
import dev.terra.lab.net.OwnTestbed;
import dev.terra.lab.transfer.Submission;
import dev.terra.lab.transfer.SubmittedMatrix;
import dev.terra.lab.transfer.TestbedTerra;
import dev.terra.lab.transfer.TransferPlan;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.hadoop.Cluster;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A testbed of one's own with Terra on it, whose shuffles are timed. Closing takes it down. */
final class CapacityBed implements AutoCloseable {
  private static final String PREFIX = "tv-";
  /** A shuffle that needs so many times its optimum has failed. */
  private static final double PATIENCE = 6;
  private static final int SPARE_SECONDS = 60;

  private final OwnTestbed own;
  private final TestbedTerra terra;
  private int shuffles;

  private CapacityBed(OwnTestbed own, Wan wan) {
    this.own = own;
    this.terra = new TestbedTerra(own.testbed(), TestbedTerra.affordable(wan).withMeasureLinks(true), line -> { });
  }

  static CapacityBed up(Wan wan, LabNetwork network, Consumer<String> progress) {
    return new CapacityBed(OwnTestbed.up(wan, network, "capacity", PREFIX, progress), wan);
  }

  /** Starts Terra, anew if it runs, and tells it something of each link. */
  void start(UnaryOperator<Link> told) throws IOException {
    terra.stop();
    testbed().directory().write(Cluster.TOLD_TOPOLOGY, Topologies.toYaml(testbed().addresses().withSubnets().mapLinks(told)));
    terra.start();
    terra.makeArchive();
  }

  Testbed testbed() {
    return own.testbed();
  }

  ControllerWatch watch() throws IOException {
    return new ControllerWatch(testbed());
  }

  /** Another name for a shuffle. */
  String name(String what) {
    shuffles++;
    return what + "-" + shuffles;
  }

  /** Submits shuffles at once; by their names. */
  Submission submit(Map<String, TransferPlan> plans) throws IOException {
    List<String> matrices = new ArrayList<>();
    plans.forEach((name, plan) -> matrices.add(SubmittedMatrix.of(name, plan, patience(plan))));
    return terra.submit(plans.keySet().iterator().next(), matrices);
  }

  /** Waits for shuffles; the seconds of each, in their order. */
  static List<Double> seconds(Submission submission, TransferPlan longest) throws IOException, InterruptedException {
    if (!submission.await(patience(longest))) {
      throw new IOException("a shuffle is not done after " + patience(longest).toSeconds() + " s (log: " + submission.log() + ")");
    }
    List<JsonNode> results = submission.results();
    if (!results.stream().allMatch(result -> result.path("complete").asBoolean())) {
      throw new IOException("a shuffle failed: " + results);
    }
    return results.stream().map(result -> result.path("seconds").asDouble()).toList();
  }

  private static Duration patience(TransferPlan plan) {
    return Duration.ofSeconds(Math.round(PATIENCE * plan.gammaSeconds()) + SPARE_SECONDS);
  }

  @Override
  public void close() {
    own.close();
  }
}
