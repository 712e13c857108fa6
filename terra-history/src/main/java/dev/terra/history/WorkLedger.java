package dev.terra.history;

import dev.terra.controller.view.AgentSession;
import dev.terra.core.limit.BoundedMap;
import dev.terra.core.wan.Wan;
import dev.terra.history.store.HistoryException;
import dev.terra.history.store.StoredWork;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Computes how much more agents have worked than the history holds. An agent's counter begins at 0 with each of its sessions, so sums
 * are those of all counters, however often agents and the controller start. It has one owner.
 */
final class WorkLedger {
  /** The most sessions that are kept here. The others are read from the history. */
  private static final int MOST_SESSIONS = 10_000;

  private final Wan wan;
  private final Written history;
  private final Map<AgentSession, Long> written = new BoundedMap<>(MOST_SESSIONS);

  /** Returns what a history holds of a session, in microseconds; 0 if nothing. */
  interface Written {
    long micros(AgentSession session) throws HistoryException;
  }

  WorkLedger(Wan wan, Written history) {
    this.wan = wan;
    this.history = history;
  }

  /** Returns the rows that are to be written. */
  List<StoredWork> rows(Map<AgentSession, Long> agents, long nowMillis) throws HistoryException {
    List<StoredWork> rows = new ArrayList<>();
    for (Map.Entry<AgentSession, Long> agent : agents.entrySet()) {
      AgentSession session = agent.getKey();
      long more = agent.getValue() - before(session);
      if (more > 0) {
        rows.add(new StoredWork(nowMillis, session, agent.getValue(), CostRows.work(wan, session.site(), more)));
      }
    }
    return rows;
  }

  private long before(AgentSession session) throws HistoryException {
    Long known = written.get(session);
    if (known == null) {
      known = history.micros(session);
      written.put(session, known);
    }
    return known;
  }

  /** Notes that rows have been written. */
  void wrote(List<StoredWork> rows) {
    rows.forEach(row -> written.put(row.session(), row.countedMicros()));
  }
}
