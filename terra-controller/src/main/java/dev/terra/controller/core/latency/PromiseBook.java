package dev.terra.controller.core.latency;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Maps;
import dev.terra.api.latency.ClassMessages;
import dev.terra.api.v1.ClassReport;
import dev.terra.controller.core.turn.EventLog;
import dev.terra.controller.view.ClassFigures;
import dev.terra.controller.view.EventKind;
import dev.terra.core.latency.DowngradeWatch;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.latency.LatencyClasses;
import dev.terra.core.latency.LatencyTarget;
import dev.terra.core.latency.PromiseWatch;
import dev.terra.core.latency.PromiseWatch.Verdict;
import dev.terra.core.view.Waits;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import dev.terra.core.wan.Wan;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which promises of latency classes are kept, and where a part of a class is downgraded so that they are kept. This follows from what each
 * site's agent reports about its handlers. There is at most one entry for each pair of sites and class. This class is used on the
 * controller's thread only.
 */
final class PromiseBook {
  private final Wan wan;
  private final EventLog events;
  private final Map<Key, Entry> entries = new TreeMap<>();
  private ImmutableList<ClassFigures> figures = ImmutableList.of();

  private record Key(SitePair pair, LatencyClass latencyClass) implements Comparable<Key> {
    private static final Comparator<Key> ORDER = Comparator.comparing(Key::pair).thenComparing(Key::latencyClass);

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }
  }

  private static final class Entry {
    private ClassReport report;
    private Waits latencies;
    private PromiseWatch watch;
    private DowngradeWatch admission;

    Entry(ClassReport report, Waits latencies, long nowNanos) {
      this.report = report;
      this.latencies = latencies;
      this.watch = PromiseWatch.begin(nowNanos);
      this.admission = DowngradeWatch.begin(nowNanos);
    }
  }

  PromiseBook(Wan wan, EventLog events) {
    this.wan = wan;
    this.events = events;
  }

  /**
   * Applies an agent's report on its site's fetches.
   *
   * @throws IllegalArgumentException if the report names no class that can promise anything, or no other site, or if its numbers are
   *     impossible
   */
  void reported(SiteId from, ClassReport report, long nowNanos) {
    SiteId to = new SiteId(report.getTo());
    LatencyClass latencyClass = ClassMessages.of(report.getName()).filter(LatencyClass::canPromise)
        .orElseThrow(() -> new IllegalArgumentException("the report names no class with a promise"));
    if (!wan.contains(to) || to.equals(from)) {
      throw new IllegalArgumentException("no other site " + to + " in " + wan.name());
    }
    if (!(report.getShare() >= 0 && report.getShare() <= 1)) {
      throw new IllegalArgumentException("expected a share from 0 to 1, got " + report.getShare());
    }
    Waits latencies = Waits.of(report.getLatenciesList(), report.getLatencySeconds());
    Entry entry = entries.computeIfAbsent(
        new Key(new SitePair(from, to), latencyClass), added -> new Entry(report, latencies, nowNanos));
    entry.report = report;
    entry.latencies = latencies;
  }

  /** Judges the promises, and drops those that are no longer made. This method is called on every tick. */
  void judge(LatencyClasses classes, long nowNanos) {
    ImmutableList.Builder<ClassFigures> all = ImmutableList.builder();
    Map<Key, Entry> over = Maps.filterKeys(entries, key -> classes.target(key.latencyClass, key.pair).isEmpty());
    over.forEach((key, entry) -> end(key, entry, nowNanos));
    over.clear();
    entries.forEach((key, entry) -> classes.target(key.latencyClass, key.pair).ifPresent(target -> {
      judge(key, entry, target, nowNanos);
      watchAdmission(key, entry, nowNanos);
      all.add(figures(key, entry, target));
    }));
    figures = all.build();
  }

  private void judge(Key key, Entry entry, LatencyTarget target, long nowNanos) {
    PromiseWatch before = entry.watch;
    entry.watch = before.after(entry.latencies.count(), entry.report.getKept(), target.percentile(), nowNanos);
    Verdict now = entry.watch.verdict();
    if (now == Verdict.MISSED && before.verdict() != now) {
      events.add(nowNanos, EventKind.PROMISE_MISSED, key.pair.toString(), words(key, entry, target));
    } else if (now == Verdict.KEPT && before.verdict() == Verdict.MISSED) {
      events.add(nowNanos, EventKind.PROMISE_KEPT, key.pair.toString(), words(key, entry, target));
    }
  }

  private void watchAdmission(Key key, Entry entry, long nowNanos) {
    DowngradeWatch before = entry.admission;
    entry.admission = before.after(entry.report.getShare(), nowNanos);
    if (entry.admission.downgrading() != before.downgrading()) {
      events.add(nowNanos, entry.admission.downgrading() ? EventKind.CLASS_DOWNGRADED : EventKind.CLASS_ADMITTED, key.pair.toString(),
          String.format(Locale.ROOT, "%s: %.0f %% of its fetches are admitted now, %d have gone as bulk since handlers started",
              key.latencyClass.word(), entry.report.getShare() * 100, entry.report.getDowngraded()));
    }
  }

  /** Ends a promise that is no longer made. If the promise was missed or its class was downgraded, an event reports that this is over. */
  private void end(Key key, Entry entry, long nowNanos) {
    if (entry.watch.verdict() == Verdict.MISSED) {
      events.add(nowNanos, EventKind.PROMISE_KEPT, key.pair.toString(),
          key.latencyClass.word() + ": it has no target between these sites any more, and so misses none");
    }
    if (entry.admission.downgrading()) {
      events.add(nowNanos, EventKind.CLASS_ADMITTED, key.pair.toString(),
          key.latencyClass.word() + ": it has no target between these sites any more, and its fetches are not downgraded");
    }
  }

  private static String words(Key key, Entry entry, LatencyTarget target) {
    return String.format(Locale.ROOT, "%s: %s %% of fetches of %d bytes within %.1f ms; %.0f %% of its fetches are admitted now",
        key.latencyClass.word(), target.percentile(), target.unitBytes(), target.limit().toNanos() / 1e6, entry.report.getShare() * 100);
  }

  private static ClassFigures figures(Key key, Entry entry, LatencyTarget target) {
    ClassReport report = entry.report;
    return new ClassFigures(key.pair, target, report.getShare(), counts(report), entry.latencies,
        entry.watch.verdict(), entry.watch.sinceNanos() / 1e9);
  }

  private static ClassFigures.Counts counts(ClassReport report) {
    return new ClassFigures.Counts(report.getAdmitted(), report.getDowngraded(), report.getKept(), report.getByTunnels());
  }

  /** All promises for which anything was reported, as of the last tick. */
  ImmutableList<ClassFigures> figures() {
    return figures;
  }
}
