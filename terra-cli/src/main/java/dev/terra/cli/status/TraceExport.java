package dev.terra.cli.status;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.api.v1.BundleBytes;
import dev.terra.api.v1.BundleStatus;
import dev.terra.api.v1.GrowthStep;
import dev.terra.api.v1.ShuffleStatus;
import dev.terra.api.v1.Status;
import dev.terra.sim.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Writes a status as a trace that the simulator replays. Each shuffle that Terra carries in part or all becomes a job. The job arrives when
 * there was first anything to send, with the matrix that Terra carries; a shuffle that is only reported arrives with all bytes that cross.
 * Bytes that were added later come from stages of their own, each of which computes until the bytes were there.
 */
public final class TraceExport {
  private static final String REDUCE = "reduce";

  private TraceExport() {}

  static String toJson(Status status) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("format", "terra-trace");
    root.put("version", 1);
    root.put("name", status.getWan());
    ArrayNode jobs = root.putArray("jobs");
    for (ShuffleStatus shuffle : status.getShufflesList()) {
      List<Wave> waves = waves(shuffle);
      if (!waves.isEmpty()) {
        job(jobs.addObject(), shuffle, waves);
      }
    }
    return root.toPrettyString() + "\n";
  }

  /** Bytes of a shuffle that were there at a time, by the two sites. */
  private record Wave(double seconds, Map<List<String>, Long> bytes) {}

  /**
   * Returns when the bytes that Terra carries arrived. Bytes that Terra does not carry in the end are left out, the latest first. Bytes
   * without a time in the status, such as all bytes of an older controller, count as the last.
   */
  private static List<Wave> waves(ShuffleStatus shuffle) {
    Map<List<String>, Long> left = new LinkedHashMap<>();
    shuffle.getBundlesList().forEach(bundle -> left.put(List.of(bundle.getFrom(), bundle.getTo()), carried(shuffle, bundle)));
    left.values().removeIf(bytes -> bytes <= 0);
    List<Wave> waves = new ArrayList<>();
    for (GrowthStep step : shuffle.getGrowthList()) {
      Map<List<String>, Long> bytes = new LinkedHashMap<>();
      for (BundleBytes bundle : step.getBundlesList()) {
        List<String> sites = List.of(bundle.getFrom(), bundle.getTo());
        long taken = Math.min(bundle.getBytes(), left.getOrDefault(sites, 0L));
        if (taken > 0) {
          bytes.put(sites, taken);
          left.merge(sites, -taken, Long::sum);
        }
      }
      if (!bytes.isEmpty()) {
        waves.add(new Wave(step.getAtSeconds(), bytes));
      }
    }
    left.values().removeIf(bytes -> bytes == 0);
    if (!left.isEmpty() && waves.isEmpty()) {
      waves.add(new Wave(shuffle.hasStartSeconds() ? shuffle.getStartSeconds() : shuffle.getArrivalSeconds(), left));
    } else {
      left.forEach((sites, bytes) -> waves.get(waves.size() - 1).bytes().merge(sites, bytes, Long::sum));
    }
    return waves;
  }

  private static void job(ObjectNode job, ShuffleStatus shuffle, List<Wave> waves) {
    double arrival = waves.get(0).seconds();
    job.put("id", shuffle.getId());
    job.put("arrivalSeconds", arrival);
    if (shuffle.getObserved() && shuffle.getFinishSeconds() > arrival) {
      job.put(Trace.OBSERVED_SECONDS, shuffle.getFinishSeconds() - arrival);
    }
    long received = shuffle.getBundlesList().stream().mapToLong(BundleStatus::getAcknowledgedBytes).sum();
    long saved = shuffle.getBundlesList().stream().mapToLong(BundleStatus::getSavedBytes).sum();
    if (saved > 0 && received > saved) {
      job.put(Trace.WIRE_SHARE, (received - saved) / (double) received);
    }
    ArrayNode stages = job.putArray("stages");
    ArrayNode shuffles = job.putArray("shuffles");
    for (int i = 0; i < waves.size(); i++) {
      Wave wave = waves.get(i);
      String name = "map-" + (i + 1);
      stage(stages.addObject(), name, wave.bytes().keySet().stream().map(sites -> sites.get(0)))
          .put("seconds", wave.seconds() - arrival);
      ArrayNode matrix = shuffles.addObject().put("from", name).put("to", REDUCE).putArray("bundles");
      wave.bytes().forEach((sites, bytes) -> matrix.addObject().put("from", sites.get(0)).put("to", sites.get(1)).put("bytes", bytes));
    }
    stage(stages.addObject(), REDUCE, waves.stream().flatMap(wave -> wave.bytes().keySet().stream()).map(sites -> sites.get(1)));
  }

  private static ObjectNode stage(ObjectNode stage, String name, Stream<String> sites) {
    stage.put("name", name);
    ObjectNode tasks = stage.putObject("tasks");
    sites.sorted().distinct().forEach(site -> tasks.put(site, 1));
    return stage;
  }

  private static long carried(ShuffleStatus shuffle, BundleStatus bundle) {
    if (shuffle.getObserved()) {
      return bundle.getExpectedBytes() - bundle.getMovedBytes();
    }
    boolean noMore = shuffle.getEnded() || bundle.getBypassed();
    return noMore ? bundle.getAcknowledgedBytes() : bundle.getExpectedBytes() - bundle.getWithdrawnBytes();
  }
}
