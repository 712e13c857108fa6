package dev.terra.lab.net;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Watches the agents during a run with Terra: how much each path delivered, how much is outstanding, since when. Polled from one thread; it
 * survives agents that die or restart (their counters start again at 0).
 */
public final class TrafficMonitor {
  /** An agent that did not answer so often in a row is taken for dead, and what it had to send for lost with it. */
  private static final int MISSED_POLLS = 3;

  private final Source source;
  private final Map<String, String> statsUrlBySite;
  private final Map<String, AgentSnapshot> lastBySite = new HashMap<>();
  private final Map<String, Integer> missedPollsBySite = new HashMap<>();
  private final Map<String, Map<List<String>, Long>> finishedLivesBySite = new HashMap<>();
  private final Map<List<String>, Long> baseline = new HashMap<>();
  private long lastPollNanos = -1;
  private double outstandingSeconds;

  /** Where agents' statistics come from; empty where an agent doesn't answer in time. */
  public interface Source {
    /** The JSON at a URL. */
    Optional<JsonNode> get(String url) throws IOException;
  }

  /** Of the agents at these URLs, by site; nothing counts before {@link #startRun}. */
  public TrafficMonitor(Source source, Map<String, String> statsUrlBySite) {
    this.source = source;
    this.statsUrlBySite = statsUrlBySite;
  }

  /** Forgets what came before: what is delivered from now on counts. */
  public void startRun(long nowNanos) throws IOException {
    poll(nowNanos);
    baseline.clear();
    baseline.putAll(totals());
    outstandingSeconds = 0;
  }

  /** Asks every agent once. */
  public void poll(long nowNanos) throws IOException {
    boolean outstandingBefore = outstandingBytes() > 0;
    for (Map.Entry<String, String> agent : statsUrlBySite.entrySet()) {
      Optional<JsonNode> stats = source.get(agent.getValue());
      if (stats.isPresent()) {
        update(agent.getKey(), AgentSnapshot.of(stats.get()));
      } else {
        missedPollsBySite.merge(agent.getKey(), 1, Integer::sum);
      }
    }
    if (outstandingBefore && lastPollNanos >= 0) {
      outstandingSeconds += (nowNanos - lastPollNanos) / 1e9;
    }
    lastPollNanos = nowNanos;
  }

  private void update(String site, AgentSnapshot now) {
    missedPollsBySite.remove(site);
    AgentSnapshot before = lastBySite.put(site, now);
    if (before != null && !before.session().equals(now.session())) {
      endLife(site, before);
    }
  }

  private void endLife(String site, AgentSnapshot last) {
    Map<List<String>, Long> sum = finishedLivesBySite.computeIfAbsent(site, key -> new HashMap<>());
    last.deliveredByPath().forEach((path, bytes) -> sum.merge(path, bytes, Long::sum));
  }

  private Map<List<String>, Long> totals() {
    Map<List<String>, Long> totals = new LinkedHashMap<>();
    finishedLivesBySite.values().forEach(life -> life.forEach((path, bytes) -> totals.merge(path, bytes, Long::sum)));
    lastBySite.values().forEach(agent -> agent.deliveredByPath().forEach((path, bytes) -> totals.merge(path, bytes, Long::sum)));
    return totals;
  }

  /** Bytes delivered by path since the run began; paths that carried nothing are left out. */
  public Map<List<String>, Long> deliveredByPath() {
    Map<List<String>, Long> delivered = new LinkedHashMap<>();
    totals().forEach((path, bytes) -> {
      long since = bytes - baseline.getOrDefault(path, 0L);
      if (since > 0) {
        delivered.put(path, since);
      }
    });
    return delivered;
  }

  /** Their sum. */
  public long deliveredBytes() {
    return deliveredByPath().values().stream().mapToLong(Long::longValue).sum();
  }

  /** Known, placed, eligible bytes that no site has received yet. */
  public long outstandingBytes() {
    return lastBySite.keySet().stream().mapToLong(this::outstandingBytes).sum();
  }

  private long outstandingBytes(String site) {
    return missedPollsBySite.getOrDefault(site, 0) < MISSED_POLLS ? lastBySite.get(site).outstandingBytes() : 0;
  }

  /** For how long bytes were outstanding since the run began, to the resolution of the polls. */
  public double outstandingSeconds() {
    return outstandingSeconds;
  }

  /** The site with the most bytes outstanding; empty where there are none. */
  public Optional<String> busiestSite() {
    return lastBySite.keySet().stream().filter(site -> outstandingBytes(site) > 0).max(Comparator.comparingLong(this::outstandingBytes));
  }

  /** Everything the agents reported as an event, oldest first. */
  public List<AgentSnapshot.Event> events() {
    List<AgentSnapshot.Event> events = new ArrayList<>();
    lastBySite.values().forEach(agent -> events.addAll(agent.events()));
    events.sort((a, b) -> Long.compare(a.atMillis(), b.atMillis()));
    return events;
  }
}
