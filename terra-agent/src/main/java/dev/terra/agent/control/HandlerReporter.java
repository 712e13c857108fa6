package dev.terra.agent.control;

import dev.terra.agent.site.HandlerState;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.HandlerReport;
import dev.terra.api.v1.HandlerReports;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Reports this site's handlers to the controller. A change of whether a handler serves everything by the stock path is reported at once.
 * Counters are reported every ten seconds only, since they are for people and share links with shuffles. An instance is used on the
 * agent's thread only.
 */
public final class HandlerReporter {
  private static final long COUNTED_NANOS = TimeUnit.SECONDS.toNanos(10);
  /** The most handlers in one message, which then has about 100 KiB. */
  private static final int MOST_AT_ONCE = 1_000;

  private final ReportStream out;
  private final Map<String, Told> told = new HashMap<>();

  private record Told(HandlerState state, long nanos) {
    boolean isGoodFor(HandlerState now, long nowNanos) {
      boolean same = state.name().equals(now.name()) && state.stockReason().equals(now.stockReason());
      return same && (state.counters().equals(now.counters()) || nowNanos - nanos < COUNTED_NANOS);
    }
  }

  /** Creates a reporter that has reported nothing yet. */
  public HandlerReporter(ReportStream out) {
    this.out = out;
  }

  /** Makes the next report complete, for a new controller. */
  public void forgetAllTold() {
    told.clear();
  }

  /** Reports what has changed since the last report. It is to be called every second. */
  public void tell(Collection<HandlerState> states, long nowNanos) {
    Set<String> gone = new HashSet<>(told.keySet());
    List<HandlerReport> changed = new ArrayList<>();
    for (HandlerState state : states) {
      String key = state.name().key();
      gone.remove(key);
      Told before = told.get(key);
      if (changed.size() < MOST_AT_ONCE && (before == null || !before.isGoodFor(state, nowNanos))) {
        told.put(key, new Told(state, nowNanos));
        changed.add(report(state, nowNanos));
      }
    }
    told.keySet().removeAll(gone);
    if (!changed.isEmpty() || !gone.isEmpty()) {
      out.send(AgentReport.newBuilder()
          .setHandlers(HandlerReports.newBuilder().addAllHandlers(changed).addAllForgotten(gone)).build());
    }
  }

  private static HandlerReport report(HandlerState state, long nowNanos) {
    HandlerState.Name name = state.name();
    return HandlerReport.newBuilder().setIp(name.ip()).setHost(name.host()).setService(name.service()).setVersion(name.version())
        .setStockReason(state.stockReason()).setSinceMillis(TimeUnit.NANOSECONDS.toMillis(nowNanos - state.sinceNanos()))
        .setCounters(state.counters()).build();
  }
}
