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
 * Watches the agents during a run with Terra: how much each path delivered, how much is outstanding, since when. Polled from one thread; it
 * survives agents that die or restart (their counters start again at 0).
 */
public final class TrafficMonitor {
  /** An agent that did not answer so often in a row is taken for dead, and what it had to send for lost with it. */
  private static final int MISSED_POLLS = 3;
  /** As many threads as there are agents to be asked, which end when no agent is asked any more. */
  private static final Executor ASKING = Executors.newCachedThreadPool(GatewayThreads::of);

  private final Source source;
  private final Map<String, String> siteByUrl;
  private final Map<String, AgentSnapshot> last = new HashMap<>();
  private final Map<String, Integer> missedPolls = new HashMap<>();
  private final Map<List<String>, Long> finishedLives = new HashMap<>();
  private final Map<List<String>, Long> baseline = new HashMap<>();
  private long lastPollNanos = -1;
  private double outstandingSeconds;

  /** Where agents' statistics come from; empty where an agent doesn't answer in time. */
  public interface Source {
    /** The JSON at a URL. */
    Optional<JsonNode> get(String url) throws IOException;
  }

  /**
   * Of the agents of sites; nothing counts before {@link #startRun}.
   *
   * @param siteByUrl where agents of which sites tell their statistics, if any is there
   */
  public TrafficMonitor(Source source, Map<String, String> siteByUrl) {
    this.source = source;
    this.siteByUrl = siteByUrl;
  }

  /** Forgets what came before: what is delivered from now on counts. */
  public void startRun(long nowNanos) throws IOException {
    poll(nowNanos);
    baseline.clear();
    baseline.putAll(totals());
    outstandingSeconds = 0;
  }

  /** Asks every agent once, all at the same time: each answer takes a round trip over full links. */
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
    return last.keySet().stream().mapToLong(this::outstandingBytes).sum();
  }

  /** What the agent at a URL said last; empty if it did not answer the last time. */
  public Optional<AgentSnapshot> at(String url) {
    return missedPolls.containsKey(url) ? Optional.empty() : Optional.ofNullable(last.get(url));
  }

  private long outstandingBytes(String url) {
    return missedPolls.getOrDefault(url, 0) < MISSED_POLLS ? last.get(url).outstandingBytes() : 0;
  }

  /** For how long bytes were outstanding since the run began, to the resolution of the polls. */
  public double outstandingSeconds() {
    return outstandingSeconds;
  }

  /** The site with the most bytes outstanding; empty where there are none. */
  public Optional<String> busiestSite() {
    Map<String, Long> bySite = new HashMap<>();
    last.keySet().forEach(url -> bySite.merge(siteByUrl.get(url), outstandingBytes(url), Long::sum));
    return bySite.entrySet().stream().filter(site -> site.getValue() > 0).max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
  }

  /** Everything the agents reported as an event, oldest first. */
  public List<AgentSnapshot.Event> events() {
    List<AgentSnapshot.Event> events = new ArrayList<>();
    last.values().forEach(agent -> events.addAll(agent.events()));
    events.sort((a, b) -> Long.compare(a.atMillis(), b.atMillis()));
    return events;
  }
}
