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
 * What handlers say of the fetches of latency classes, all handlers of the site together. What handlers said that have gone stays in the
 * sums. Bytes of small responses are those since the last beat: those of before, in a handler's first word, are no need of now. On the
 * agent's thread.
 */
public final class ClassTotals {
  /** Handlers of a site, with those that have gone. */
  private static final int MOST_HANDLERS = 10_000;
  /** Sites of a WAN times classes that can promise. */
  private static final int MOST_ENTRIES = 2_048;
  /** More bytes than a node sends in years: the sum of all handlers of a site is still a number. */
  private static final long MOST = 1L << 48;
  private static final double NANOS = 1e9;

  private final Predicate<SiteId> others;
  private final Map<Key, Map<String, ClassReport>> byHandler = new LinkedHashMap<>();
  /** By the site that they go to, since they were taken last. */
  private final Map<String, Long> small = new TreeMap<>();
  private final Map<String, Boolean> known = new BoundedMap<>(MOST_HANDLERS);
  private final Set<Key> changed = new LinkedHashSet<>();
  /** Since they were taken last. */
  private final Map<Key, Measured> measured = new LinkedHashMap<>();
  private final Map<Key, Long> byTunnels = new HashMap<>();

  private record Key(String to, ClassName name) {}

  /** Fetches of a class that were measured on the stock path to a site, and what they took together. */
  record Measured(SiteId to, LatencyClass latencyClass, long fetches, double seconds) {
    double meanNanos() {
      return seconds / fetches * NANOS;
    }

    Measured plus(Measured other) {
      return new Measured(to, latencyClass, fetches + other.fetches, seconds + other.seconds);
    }
  }

  /** Nothing was reported yet; reports are of fetches of the other sites of the WAN. */
  ClassTotals(Predicate<SiteId> others) {
    this.others = others;
  }

  /**
   * A handler says what has changed. Classes of a later version are left out.
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

  /** What was measured before a handler's first word says nothing of now. */
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

  /** What has been measured since the last call. */
  List<Measured> takeMeasured() {
    List<Measured> news = List.copyOf(measured.values());
    measured.clear();
    return news;
  }

  /** A small fetch of a class that was measured goes to a site by tunnels: schedules have to leave its bytes, too. */
  void byTunnels(SiteId to, LatencyClass latencyClass, long bytes) {
    Key key = new Key(to.name(), ClassMessages.of(latencyClass));
    byTunnels.merge(key, 1L, Long::sum);
    small.merge(key.to, bytes, Long::sum);
    if (byHandler.containsKey(key)) {
      changed.add(key);
    }
  }

  /** What the controller would refuse, and with it all that this agent says, is refused here: one handler cannot silence a site. */
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

  /** What a handler has sent since its last word; one that was started again counts anew. */
  private static long more(@Nullable ClassReport before, ClassReport report) {
    return before == null || report.getBytes() < before.getBytes() ? report.getBytes() : report.getBytes() - before.getBytes();
  }

  /** All that is known has to be said again, to another controller. */
  public void tellAll() {
    changed.addAll(byHandler.keySet());
    small.clear();
  }

  /** The sums that have changed since the last call. */
  public List<ClassReport> take() {
    List<ClassReport> news = changed.stream()
        .map(key -> sum(Objects.requireNonNull(byHandler.get(key)).values(), byTunnels.getOrDefault(key, 0L))).toList();
    changed.clear();
    return news;
  }

  /** What has gone out since the last call. */
  public List<SmallResponses> takeSmall() {
    List<SmallResponses> news = small.entrySet().stream()
        .map(sent -> SmallResponses.newBuilder().setTo(sent.getKey()).setBytes(sent.getValue()).build()).toList();
    small.clear();
    return news;
  }

  /** The share is that of all that was offered, as if it were offered now. */
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

  /** At least one, so that a handler that has just begun counts. */
  private static double offered(ClassReport report) {
    return Math.max(1, (double) report.getAdmitted() + report.getDowngraded());
  }
}
