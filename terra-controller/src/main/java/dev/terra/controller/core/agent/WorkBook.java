package dev.terra.controller.core.agent;

import com.google.common.collect.ImmutableMap;
import dev.terra.controller.view.AgentSession;
import dev.terra.core.limit.BoundedMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How much agents have worked, in each of their sessions. An agent chooses the number of its session itself, so that it counts for its site
 * alone: none takes away from, or adds to, what agents of another site have worked. On the controller's thread.
 */
public final class WorkBook {
  /** Four starts of each of a thousand agents: a history has long taken over what the older ones said. */
  private static final int MOST_SESSIONS = 4_000;
  /** 30 cores for a year; sums of all sessions stay within a long. */
  private static final long MOST_MICROS = 1_000_000_000_000_000L;

  private final Map<AgentSession, Long> bySession = new BoundedMap<>(MOST_SESSIONS);
  private @Nullable ImmutableMap<AgentSession, Long> published;

  /**
   * An agent says how much processor time it has used since it started; 0: it does not say.
   *
   * @throws IllegalArgumentException if that cannot be
   */
  public void reported(AgentState agent, long processorMicros) {
    if (processorMicros < 0 || processorMicros > MOST_MICROS) {
      throw new IllegalArgumentException("expected 0 to " + MOST_MICROS + " us of processor time, got "
          + Long.toUnsignedString(processorMicros));
    }
    AgentSession session = new AgentSession(agent.site(), agent.session());
    if (processorMicros > bySession.getOrDefault(session, 0L)) {
      bySession.remove(session); // so that it is the youngest
      bySession.put(session, processorMicros);
      published = null;
    }
  }

  /** By session; the same object until an agent says more. */
  public ImmutableMap<AgentSession, Long> figures() {
    if (published == null) {
      published = ImmutableMap.copyOf(bySession);
    }
    return published;
  }
}
