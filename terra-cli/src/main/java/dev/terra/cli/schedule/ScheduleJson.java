package dev.terra.cli.schedule;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.BundleAllocation;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.ShuffleDemand;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes schedules and their input as JSON. Gamma is null where it is infinite because a bundle has no path. */
public final class ScheduleJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ScheduleJson() {}

  /** Returns JSON as text with a line for each value. */
  public static String pretty(ObjectNode node) {
    return node.toPrettyString();
  }

  /** Returns shuffles in the input format of {@code schedule}. */
  public static ObjectNode input(List<ShuffleDemand> shuffles) {
    ObjectNode root = MAPPER.createObjectNode();
    ArrayNode list = root.putArray("shuffles");
    for (ShuffleDemand shuffle : shuffles) {
      ObjectNode node = list.addObject();
      node.put("id", shuffle.id().value());
      shuffle.group().ifPresent(group -> node.put("group", group));
      node.put("arrivalSeconds", shuffle.arrivalSeconds());
      node.put("weight", shuffle.terms().weight());
      node.put("priority", shuffle.terms().priority());
      shuffle.terms().deadlineSeconds().ifPresent(deadline -> node.put("deadlineSeconds", deadline));
      ArrayNode bundles = node.putArray("bundles");
      for (BundleDemand bundle : shuffle.bundles()) {
        putBundle(bundles.addObject(), bundle).put("flows", bundle.flows());
      }
    }
    return root;
  }

  /** Returns a schedule in the output format of {@code schedule}. */
  public static ObjectNode output(Wan wan, Allocation schedule) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("policy", schedule.policy());
    ArrayNode shuffles = root.putArray("shuffles");
    schedule.shuffles().forEach(shuffle -> putShuffle(shuffles.addObject(), shuffle));
    ArrayNode links = root.putArray("links");
    Map<LinkId, Double> allocated = allocated(schedule);
    for (Link link : wan.links()) {
      ObjectNode node = links.addObject();
      node.put("from", link.id().from().name());
      node.put("to", link.id().to().name());
      node.put("capacityBytesPerSecond", link.capacity().bytesPerSecond());
      node.put("allocatedBytesPerSecond", allocated.getOrDefault(link.id(), 0.0));
    }
    return root;
  }

  private static void putShuffle(ObjectNode node, ShuffleAllocation shuffle) {
    node.put("id", shuffle.id().value());
    if (Double.isFinite(shuffle.gammaSeconds())) {
      node.put("gammaSeconds", shuffle.gammaSeconds());
    } else {
      node.putNull("gammaSeconds");
    }
    node.put("admitted", shuffle.admitted());
    shuffle.problem().ifPresent(problem -> node.put("problem", problem));
    putBundles(node.putArray("bundles"), shuffle.bundles());
  }

  /** Adds bundles with their rates on each path. */
  public static void putBundles(ArrayNode list, List<BundleAllocation> bundles) {
    for (BundleAllocation bundle : bundles) {
      ArrayNode rates = putBundle(list.addObject(), bundle.demand()).putArray("rates");
      bundle.rates().forEach(rate -> putRate(rates.addObject(), rate));
    }
  }

  private static ObjectNode putBundle(ObjectNode node, BundleDemand bundle) {
    node.put("src", bundle.from().name());
    node.put("dst", bundle.to().name());
    if (bundle.bytes() == Math.rint(bundle.bytes()) && bundle.bytes() < 0x1p63) {
      return node.put("bytes", (long) bundle.bytes());
    }
    return node.put("bytes", bundle.bytes());
  }

  private static void putRate(ObjectNode node, PathRate rate) {
    ArrayNode path = node.putArray("path");
    rate.path().sites().forEach(site -> path.add(site.name()));
    node.put("bytesPerSecond", rate.bytesPerSecond());
    node.put("plannedBytesPerSecond", rate.plannedBytesPerSecond());
  }

  /** Returns the bytes/s that a schedule puts on each link. */
  static Map<LinkId, Double> allocated(Allocation schedule) {
    Map<LinkId, Double> allocated = new HashMap<>();
    for (ShuffleAllocation shuffle : schedule.shuffles()) {
      for (BundleAllocation bundle : shuffle.bundles()) {
        for (PathRate rate : bundle.rates()) {
          rate.path().links().forEach(link -> allocated.merge(link, rate.bytesPerSecond(), Double::sum));
        }
      }
    }
    return allocated;
  }
}
