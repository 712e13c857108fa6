package dev.terra.controller.core.agent;

import com.google.common.collect.ImmutableMap;
import dev.terra.controller.view.AgentSession;
import dev.terra.core.limit.BoundedMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How much processor time agents have used, in each of their sessions. An agent chooses the number of its session itself, so a session
 * counts for its site alone. No agent can add to, or take away from, the work of agents of another site. This class is used on the
 * controller's thread only.
 */
public final class WorkBook {
  /** The most sessions that are kept: four starts of each of a thousand agents. The history has long taken over the older ones. */
  private static final int MOST_SESSIONS = 4_000;
  /** The most processor time of a session, in microseconds: 30 cores for a year. Sums of all sessions stay within a long. */
  private static final long MOST_MICROS = 1_000_000_000_000_000L;

  private final Map<AgentSession, Long> bySession = new BoundedMap<>(MOST_SESSIONS);
  private @Nullable ImmutableMap<AgentSession, Long> published;

  /**
   * Applies an agent's report of the processor time that it has used since it started. 0 means that it does not report this.
   *
   * @throws IllegalArgumentException if the number is impossible
   */
  public void reported(AgentState agent, long processorMicros) {
    if (processorMicros < 0 || processorMicros > MOST_MICROS) {
      throw new IllegalArgumentException("expected 0 to " + MOST_MICROS + " us of processor time, got "
          + Long.toUnsignedString(processorMicros));
    }
    AgentSession session = new AgentSession(agent.site(), agent.session());
    if (processorMicros > bySession.getOrDefault(session, 0L)) {
      bySession.remove(session); // makes this session the youngest
      bySession.put(session, processorMicros);
      published = null;
    }
  }

  /** The processor time by session, in microseconds. The object stays the same until an agent reports more. */
  public ImmutableMap<AgentSession, Long> figures() {
    if (published == null) {
      published = ImmutableMap.copyOf(bySession);
    }
    return published;
  }
}
