package dev.terra.controller;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.api.v1.BundleStatus;
import dev.terra.api.v1.ShuffleStatus;
import dev.terra.api.v1.Status;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A status as a trace that the simulator replays: each shuffle of which Terra carries anything becomes a job of two stages, with the
 * matrix that Terra carries, arriving when there was first anything to send.
 */
final class TraceExport {
  private TraceExport() {}

  static String toJson(Status status) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("format", "terra-trace");
    root.put("version", 1);
    root.put("name", status.getWan());
    ArrayNode jobs = root.putArray("jobs");
    for (ShuffleStatus shuffle : status.getShufflesList()) {
      List<BundleStatus> bundles = shuffle.getBundlesList().stream().filter(bundle -> carried(shuffle, bundle) > 0).toList();
      if (shuffle.hasStartSeconds() && !bundles.isEmpty()) {
        job(jobs.addObject(), shuffle, bundles);
      }
    }
    return root.toPrettyString() + "\n";
  }

  private static void job(ObjectNode job, ShuffleStatus shuffle, List<BundleStatus> bundles) {
    job.put("id", shuffle.getId());
    job.put("arrivalSeconds", shuffle.getStartSeconds());
    ArrayNode stages = job.putArray("stages");
    stage(stages.addObject(), "map", new TreeSet<>(bundles.stream().map(BundleStatus::getFrom).toList()));
    stage(stages.addObject(), "reduce", new TreeSet<>(bundles.stream().map(BundleStatus::getTo).toList()));
    ObjectNode edge = job.putArray("shuffles").addObject();
    edge.put("from", "map");
    edge.put("to", "reduce");
    ArrayNode matrix = edge.putArray("bundles");
    bundles.forEach(bundle -> matrix.addObject()
        .put("from", bundle.getFrom()).put("to", bundle.getTo()).put("bytes", carried(shuffle, bundle)));
  }

  private static long carried(ShuffleStatus shuffle, BundleStatus bundle) {
    boolean noMore = shuffle.getEnded() || bundle.getBypassed();
    return noMore ? bundle.getAcknowledgedBytes() : bundle.getExpectedBytes() - bundle.getWithdrawnBytes();
  }

  private static void stage(ObjectNode stage, String name, Set<String> sites) {
    stage.put("name", name);
    ObjectNode tasks = stage.putObject("tasks");
    sites.forEach(site -> tasks.put(site, 1));
  }
}
