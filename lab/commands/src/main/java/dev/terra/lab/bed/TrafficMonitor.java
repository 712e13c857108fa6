package dev.terra.lab.bed;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/**
 * A monitor of the agents during a run with Terra: how many bytes each path delivered, how many are outstanding, and
 * for how long. It is polled from one thread, and tolerates agents that die or restart, whose counters start again at
 * 0.
 */
public final class TrafficMonitor {
  /** An agent that does not answer this many polls in a row counts as dead, and its outstanding bytes count as lost. */
  private static final int MISSED_POLLS = 3;
  /** Threads that request statistics, one for each agent at a time. They end when they are idle. */
  private static final Executor ASKING = Executors.newCachedThreadPool(GatewayThreads::of);

  private final Source source;
  private final Map<String, String> siteByUrl;
  private final Map<String, AgentSnapshot> last = new HashMap<>();
  private final Map<String, Integer> missedPolls = new HashMap<>();
  private final Map<List<String>, Long> finishedLives = new HashMap<>();
  private final Map<List<String>, Long> baseline = new HashMap<>();
  private long lastPollNanos = -1;
  private double outstandingSeconds;

  /** A source of agents' statistics. */
  public interface Source {
    /** Returns the JSON at a URL; empty if the agent does not answer in time. */
    Optional<JsonNode> get(String url) throws IOException;
  }

  /**
   * Makes a monitor of the agents of sites. Nothing counts before {@link #startRun}.
   *
   * @param siteByUrl the URL of each agent's statistics, if an agent is there, and the agent's site
   */
  public TrafficMonitor(Source source, Map<String, String> siteByUrl) {
    this.source = source;
    this.siteByUrl = siteByUrl;
  }

  /** Discards earlier counts. Bytes that are delivered from this call on count. */
  public void startRun(long nowNanos) throws IOException {
    poll(nowNanos);
    baseline.clear();
    baseline.putAll(totals());
    outstandingSeconds = 0;
  }

  /** Requests the statistics of every agent once, all at the same time, since each answer takes a round trip over full links. */
  public void poll(long nowNanos) throws IOException {
    boolean outstandingBefore = outstandingBytes() > 0;
    Map<String, CompletableFuture<Optional<JsonNode>>> asked = new LinkedHashMap<>();
    siteByUrl.keySet().forEach(url -> asked.put(url, CompletableFuture.supplyAsync(() -> ask(url), ASKING)));
    for (Map.Entry<String, CompletableFuture<Optional<JsonNode>>> answer : asked.entrySet()) {
      Optional<JsonNode> stats = answer(answer.getValue());
      if (stats.isPresent()) {
        update(answer.getKey(), AgentSnapshot.of(stats.get()));
      } else {
        missedPolls.merge(answer.getKey(), 1, Integer::sum);
      }
    }
    if (outstandingBefore && lastPollNanos >= 0) {
      outstandingSeconds += (nowNanos - lastPollNanos) / 1e9;
    }
    lastPollNanos = nowNanos;
  }

  private Optional<JsonNode> ask(String url) {
    try {
      return source.get(url);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<JsonNode> answer(CompletableFuture<Optional<JsonNode>> asked) throws IOException {
    try {
      return asked.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof UncheckedIOException failed) {
        throw failed.getCause();
      }
      throw e;
    }
  }

  private void update(String url, AgentSnapshot now) {
    missedPolls.remove(url);
    AgentSnapshot before = last.put(url, now);
    if (before != null && !before.session().equals(now.session())) {
      before.deliveredByPath().forEach((path, bytes) -> finishedLives.merge(path, bytes, Long::sum));
    }
  }

  private Map<List<String>, Long> totals() {
    Map<List<String>, Long> totals = new LinkedHashMap<>(finishedLives);
    last.values().forEach(agent -> agent.deliveredByPath().forEach((path, bytes) -> totals.merge(path, bytes, Long::sum)));
    return totals;
  }

  /** Returns the bytes that were delivered since the run began, by path. Paths that carried nothing are left out. */
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

  /** Returns the bytes that were delivered since the run began, over all paths. */
  public long deliveredBytes() {
    return deliveredByPath().values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the known, placed, eligible bytes that no site has received yet. */
  public long outstandingBytes() {
    return last.keySet().stream().mapToLong(this::outstandingBytes).sum();
  }

  /** Returns the last statistics of the agent at a URL; empty if the agent did not answer the last poll. */
  public Optional<AgentSnapshot> at(String url) {
    return missedPolls.containsKey(url) ? Optional.empty() : Optional.ofNullable(last.get(url));
  }

  private long outstandingBytes(String url) {
    return missedPolls.getOrDefault(url, 0) < MISSED_POLLS ? last.get(url).outstandingBytes() : 0;
  }

  /** Returns for how many seconds bytes were outstanding since the run began, to the resolution of the polls. */
  public double outstandingSeconds() {
    return outstandingSeconds;
  }

  /** Returns the site with the most outstanding bytes; empty if no bytes are outstanding. */
  public Optional<String> busiestSite() {
    Map<String, Long> bySite = new HashMap<>();
    last.keySet().forEach(url -> bySite.merge(siteByUrl.get(url), outstandingBytes(url), Long::sum));
    return bySite.entrySet().stream().filter(site -> site.getValue() > 0).max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
  }

  /** Returns all events that the agents reported, oldest first. */
  public List<AgentSnapshot.Event> events() {
    List<AgentSnapshot.Event> events = new ArrayList<>();
    last.values().forEach(agent -> events.addAll(agent.events()));
    events.sort((a, b) -> Long.compare(a.atMillis(), b.atMillis()));
    return events;
  }
}
