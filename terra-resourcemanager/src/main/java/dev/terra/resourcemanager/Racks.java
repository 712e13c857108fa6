package dev.terra.resourcemanager;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The cluster's racks at one moment. It is immutable.
 *
 * @param byName each rack that has running nodes
 */
record Racks(SortedMap<String, Rack> byName) {
  static final Racks NONE = new Racks(new TreeMap<>());

  /**
   * A rack.
   *
   * @param nodes the names of its nodes, those with the most free memory first; for a large rack, not all nodes are listed
   * @param megabytes the memory of all its nodes for containers
   */
  record Rack(List<String> nodes, long megabytes) {}

  /** Returns how many containers of one size each site can run at once, in the form of the controller's parameter: {@code LA=8,NY=40}. */
  String slots(UnaryOperator<String> site, long containerMegabytes) {
    SortedMap<String, Long> megabytes = new TreeMap<>();
    byName.forEach((rack, nodes) -> megabytes.merge(site.apply(rack), nodes.megabytes(), Long::sum));
    StringBuilder text = new StringBuilder();
    megabytes.forEach((name, memory) -> {
      long containers = memory / Math.max(1, containerMegabytes);
      if (containers > 0) {
        text.append(text.isEmpty() ? "" : ",").append(name).append('=').append(containers);
      }
    });
    return text.toString();
  }

  /**
   * Returns the shares of racks for the shares of sites: a site's share is divided by the memory of its racks. Sites without racks
   * are left out.
   */
  SortedMap<String, Double> shares(UnaryOperator<String> site, Map<String, Double> bySite) {
    Map<String, Long> megabytes = new TreeMap<>();
    byName.forEach((rack, nodes) -> megabytes.merge(site.apply(rack), nodes.megabytes(), Long::sum));
    SortedMap<String, Double> shares = new TreeMap<>();
    byName.forEach((rack, nodes) -> {
      double share = bySite.getOrDefault(site.apply(rack), 0.0);
      long all = megabytes.getOrDefault(site.apply(rack), 0L);
      if (share > 0 && all > 0) {
        shares.put(rack, share * nodes.megabytes() / all);
      }
    });
    return shares;
  }
}
