package dev.terra.controller.core.shuffle;

import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.PlacementReport;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The sites at which a shuffle is read.
 *
 * @param siteByReducer the site of each reducer
 * @param readingSites for a broadcast instead: the sites that read all of it
 */
public record Places(Map<Integer, SiteId> siteByReducer, Set<SiteId> readingSites) {
  /** Creates places with the sites of reducers only. */
  public static Places of(Map<Integer, SiteId> siteByReducer) {
    return new Places(siteByReducer, Set.of());
  }

  /** Reads a report. Reducer numbers out of range are refused, and so are names that {@code site} refuses. */
  public static Places of(PlacementReport report, Function<String, SiteId> site) {
    Map<Integer, SiteId> sites = new TreeMap<>();
    report.getSiteByReducerMap().forEach((reducer, name) -> sites.put(ReportCheck.reducer(reducer), site.apply(name)));
    return new Places(sites, report.getReadingSitesList().stream().map(site).collect(Collectors.toSet()));
  }

  boolean isEmpty() {
    return siteByReducer.isEmpty() && readingSites.isEmpty();
  }

  /** Returns the places as a message to agents. */
  ControllerMessage.Builder toMessage(ShuffleId shuffle) {
    PlacementReport.Builder report = PlacementReport.newBuilder().setShuffle(shuffle.value());
    siteByReducer.forEach((reducer, site) -> report.putSiteByReducer(reducer, site.name()));
    readingSites.stream().sorted().forEach(site -> report.addReadingSites(site.name()));
    return ControllerMessage.newBuilder().setPlacement(report);
  }
}
