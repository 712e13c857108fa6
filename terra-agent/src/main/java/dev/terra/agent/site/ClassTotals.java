package dev.terra.agent.site;

import dev.terra.api.latency.ClassMessages;
import dev.terra.api.v1.ClassName;
import dev.terra.api.v1.ClassReport;
import dev.terra.api.v1.SmallResponses;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.limit.BoundedMap;
import dev.terra.core.view.Waits;
import dev.terra.core.wan.SiteId;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The sums of what all handlers of the site report about the fetches of latency classes. The reports of handlers that have gone stay in the
 * sums. The bytes of small responses are those since the last beat only. The bytes in the first report of a handler are left out, since
 * they are from earlier. An instance is used on the agent's thread only.
 */
public final class ClassTotals {
  /** The most handlers of a site whose reports are kept, including handlers that have gone. */
  private static final int MOST_HANDLERS = 10_000;
  /** The most pairs of a site of the WAN and a class that can have a promise. */
  private static final int MOST_ENTRIES = 2_048;
  /** The highest figure that a handler may report: more bytes than a node sends in years. The sum of all handlers fits into a long. */
  private static final long MOST = 1L << 48;
  private static final double NANOS = 1e9;

  private final Predicate<SiteId> others;
  private final Map<Key, Map<String, ClassReport>> byHandler = new LinkedHashMap<>();
  /** The bytes of small responses by the site that they go to, since they were last taken. */
  private final Map<String, Long> small = new TreeMap<>();
  private final Map<String, Boolean> known = new BoundedMap<>(MOST_HANDLERS);
  private final Set<Key> changed = new LinkedHashSet<>();
  /** The measurements since they were last taken. */
  private final Map<Key, Measured> measured = new LinkedHashMap<>();
  private final Map<Key, Long> byTunnels = new HashMap<>();

  private record Key(String to, ClassName name) {}

  /** Fetches of a class that were measured on the stock path to a site, and the sum of their latencies. */
  record Measured(SiteId to, LatencyClass latencyClass, long fetches, double seconds) {
    double meanNanos() {
      return seconds / fetches * NANOS;
    }

    Measured plus(Measured other) {
      return new Measured(to, latencyClass, fetches + other.fetches, seconds + other.seconds);
    }
  }

  /** Creates empty sums. Handlers report fetches by the other sites of the WAN only. */
  ClassTotals(Predicate<SiteId> others) {
    this.others = others;
  }

  /**
   * Adds the reports of a handler about what has changed. Unknown classes, from a later version, are left out.
   *
   * @throws IllegalArgumentException if a report cannot be true
   */
  void heard(String handler, List<ClassReport> reports) {
    boolean first = known.put(handler, true) == null;
    for (ClassReport report : reports) {
      if (ClassMessages.of(report.getName()).isEmpty()) {
        continue;
      }
      check(report);
      Key key = new Key(report.getTo(), report.getName());
      if (byHandler.size() < MOST_ENTRIES || byHandler.containsKey(key)) {
        ClassReport before = byHandler.computeIfAbsent(key, added -> new BoundedMap<>(MOST_HANDLERS)).put(handler, report);
        long more = first ? 0 : more(before, report);
        if (more > 0) {
          small.merge(key.to, more, Long::sum);
        }
        measure(key, first ? report : before, report);
        changed.add(key);
      }
    }
  }

  /** Notes what a handler has measured since its previous report. Its first report gives no measurement, since it may be of long ago. */
  private void measure(Key key, @Nullable ClassReport before, ClassReport report) {
    ClassReport since = before == null || count(before) > count(report) ? ClassReport.getDefaultInstance() : before;
    long fetches = count(report) - count(since);
    double seconds = report.getLatencySeconds() - since.getLatencySeconds();
    if (fetches > 0 && seconds >= 0) {
      measured.merge(key, new Measured(new SiteId(key.to), ClassMessages.of(key.name).orElseThrow(), fetches, seconds), Measured::plus);
    }
  }

  private static long count(ClassReport report) {
    return report.getLatenciesList().stream().mapToLong(Long::longValue).sum();
  }

  /** Takes the measurements since the last call. */
  List<Measured> takeMeasured() {
    List<Measured> news = List.copyOf(measured.values());
    measured.clear();
    return news;
  }

  /** Notes a small fetch that goes to a site by tunnels. Its bytes count as small responses, so that schedules leave room for them too. */
  void byTunnels(SiteId to, LatencyClass latencyClass, long bytes) {
    Key key = new Key(to.name(), ClassMessages.of(latencyClass));
    byTunnels.merge(key, 1L, Long::sum);
    small.merge(key.to, bytes, Long::sum);
    if (byHandler.containsKey(key)) {
      changed.add(key);
    }
  }

  /** Checks a report. The controller would refuse it together with all other reports of this agent, so one handler could cut off a site. */
  private void check(ClassReport report) {
    Waits latencies = Waits.of(report.getLatenciesList(), report.getLatencySeconds());
    boolean isCountable = LongStream.concat(latencies.counts().stream().mapToLong(Long::longValue),
        LongStream.of(report.getAdmitted(), report.getDowngraded(), report.getKept(), report.getBytes()))
        .allMatch(count -> count >= 0 && count <= MOST) && latencies.sumSeconds() <= MOST;
    if (!isCountable || !(report.getShare() >= 0 && report.getShare() <= 1)) {
      throw new IllegalArgumentException("expected counts from 0 to " + MOST + " and a share from 0 to 1, got " + report);
    }
    if (!others.test(new SiteId(report.getTo())) || ClassMessages.of(report.getName()).equals(Optional.of(LatencyClass.BULK))) {
      throw new IllegalArgumentException("no class " + report.getName() + " with a promise to another site " + report.getTo());
    }
  }

  /** Returns the bytes that a handler has sent since its previous report. A handler that was restarted counts from 0 again. */
  private static long more(@Nullable ClassReport before, ClassReport report) {
    return before == null || report.getBytes() < before.getBytes() ? report.getBytes() : report.getBytes() - before.getBytes();
  }

  /** Makes the next sums complete, for a new controller, and drops the bytes of small responses. */
  public void tellAll() {
    changed.addAll(byHandler.keySet());
    small.clear();
  }

  /** Takes the sums that have changed since the last call. */
  public List<ClassReport> take() {
    List<ClassReport> news = changed.stream()
        .map(key -> sum(Objects.requireNonNull(byHandler.get(key)).values(), byTunnels.getOrDefault(key, 0L))).toList();
    changed.clear();
    return news;
  }

  /** Takes the bytes of small responses since the last call, by site. */
  public List<SmallResponses> takeSmall() {
    List<SmallResponses> news = small.entrySet().stream()
        .map(sent -> SmallResponses.newBuilder().setTo(sent.getKey()).setBytes(sent.getValue()).build()).toList();
    small.clear();
    return news;
  }

  /** Returns the sum of reports. Its share is the mean of their shares, each weighted by the number of fetches that were offered. */
  private static ClassReport sum(Collection<ClassReport> reports, long byTunnels) {
    ClassReport first = reports.iterator().next();
    Waits latencies = reports.stream().map(each -> Waits.of(each.getLatenciesList(), each.getLatencySeconds()))
        .reduce(Waits.NONE, Waits::plus);
    double offered = reports.stream().mapToDouble(ClassTotals::offered).sum();
    double share = reports.stream().mapToDouble(each -> each.getShare() * offered(each)).sum() / offered;
    return ClassReport.newBuilder().setTo(first.getTo()).setName(first.getName()).setShare(Math.min(1, share))
        .setAdmitted(reports.stream().mapToLong(ClassReport::getAdmitted).sum())
        .setDowngraded(reports.stream().mapToLong(ClassReport::getDowngraded).sum())
        .setKept(reports.stream().mapToLong(ClassReport::getKept).sum())
        .addAllLatencies(latencies.counts()).setLatencySeconds(latencies.sumSeconds()).setByTunnels(byTunnels).build();
  }

  /** Returns the number of fetches that were offered to a handler, at least 1, so that a handler that has just begun counts. */
  private static double offered(ClassReport report) {
    return Math.max(1, (double) report.getAdmitted() + report.getDowngraded());
  }
}
