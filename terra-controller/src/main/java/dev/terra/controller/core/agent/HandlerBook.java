package dev.terra.controller.core.agent;

import com.google.common.base.Ascii;
import com.google.common.collect.ImmutableList;
import dev.terra.api.v1.HandlerReport;
import dev.terra.api.v1.HandlerReports;
import dev.terra.api.v1.ShuffleCounters;
import dev.terra.controller.view.HandlerFigures;
import java.util.Map;
import java.util.TreeMap;

/** The handlers of one site, as its agent reported them last. */
final class HandlerBook {
  /** The most characters of a text that a handler reports about itself. */
  static final int HANDLER_TEXT = 500;
  /** The most handlers of one site that are listed. An agent lists no more. */
  static final int HANDLERS = 10_000;
  private final Map<String, HandlerFigures> byKey = new TreeMap<>();

  /**
   * Notes what has changed.
   *
   * @throws IllegalArgumentException if there would be too many handlers; those that fit are noted
   */
  void report(HandlerReports report, long nowNanos) {
    report.getForgottenList().forEach(byKey::remove);
    for (HandlerReport handler : report.getHandlersList()) {
      HandlerFigures figures = figures(handler, nowNanos);
      if (byKey.size() >= HANDLERS && !byKey.containsKey(figures.key())) {
        throw new IllegalArgumentException("a site has at most " + HANDLERS + " handlers");
      }
      byKey.put(figures.key(), figures);
    }
  }

  /** Returns the handlers' figures in the order of their keys, for publication. */
  ImmutableList<HandlerFigures> figures() {
    return ImmutableList.copyOf(byKey.values());
  }

  private static HandlerFigures figures(HandlerReport report, long nowNanos) {
    ShuffleCounters counters = report.getCounters();
    double sinceSeconds = nowNanos / 1e9 - Math.max(0, report.getSinceMillis()) / 1e3;
    return new HandlerFigures(text(report.getIp()), text(report.getHost()), text(report.getService()), text(report.getVersion()),
        text(report.getStockReason()), sinceSeconds, atLeast0(counters.getRedirectedFetches()), atLeast0(counters.getRelayedBytes()),
        atLeast0(counters.getStockBytes()), atLeast0(counters.getBypassedBytes()), atLeast0(counters.getLocalBytes()),
        atLeast0(counters.getFallbacks()));
  }

  private static String text(String said) {
    return Ascii.truncate(said, HANDLER_TEXT, "…");
  }

  /** Negative numbers count as 0, since the numbers in messages have no sign. */
  private static long atLeast0(long count) {
    return Math.max(0, count);
  }
}
