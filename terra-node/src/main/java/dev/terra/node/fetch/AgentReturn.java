package dev.terra.node.fetch;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The decision on what to do with a fetch that its agent has ended. It is a value that determines the next step at each moment. If the
 * agent still lives, it has given up this one fetch, and no agent is asked any more. If the agent has ended, the fetch waits for its
 * return, or for the agent that succeeds it.
 *
 * @param patience how long the fetch waits for an agent that has ended
 * @param returns how often the fetch has waited
 * @param leastBytes the fetch waits again only if the reader has so many bytes: all silences together must not exhaust the reader
 * @param endedNanos when the fetch ended
 * @param waits true while the fetch waits for an agent, since the last one has ended
 */
public record AgentReturn(Duration patience, int returns, long leastBytes, long endedNanos, boolean waits) {
  /** The interval between looks at the agents. It is short because the reader gets nothing until an agent that is back is asked. */
  public static final long LOOK_MILLIS = 100;
  /**
   * The time until the first decision. By then the end of an agent has become known here, and an agent that was started again at once has
   * found its neighbours.
   */
  static final long NEWS_NANOS = TimeUnit.MILLISECONDS.toNanos(300);
  /**
   * The most waits of a fetch. Operators may take an agent out of use and back within a fetch; an agent that ends again and again is given
   * up.
   */
  static final int MOST_RETURNS = 5;

  /** The state of the agents for a fetch. */
  public enum Agents {
    /** The agent that has ended the fetch is healthy. */
    SAME,
    /** Another agent is healthy, or the same agent after a restart. */
    OTHER,
    /** No agent is healthy. */
    NONE
  }

  /** The next step. */
  public enum Step {
    /** Wait: look again after {@value #LOOK_MILLIS} ms. */
    WAIT,
    /** Ask the healthy agent for the rest. */
    ASK,
    /** Ask no agent any more. */
    LEAVE
  }

  /** The next step, and the state after it. */
  public record Decision(Step step, AgentReturn next) {}

  /** Returns the state before any agent has ended. */
  public static AgentReturn none(Duration patience) {
    return new AgentReturn(patience, 0, 0, 0, false);
  }

  /** Returns the state after a fetch has ended. */
  public AgentReturn ended(long nowNanos) {
    return new AgentReturn(patience, returns, leastBytes, nowNanos, false);
  }

  /** Returns the state in which the fetch waits for an agent; the reader has so many bytes. */
  AgentReturn waiting(long bytes) {
    return new AgentReturn(patience, returns + 1, bytes + 1, endedNanos, true);
  }

  /** Returns the next step at a time; the reader has so many bytes. */
  public Decision at(long nowNanos, Agents agents, long bytes) {
    if (waits) {
      return new Decision(whileWaiting(nowNanos, agents), this);
    }
    if (nowNanos - endedNanos < NEWS_NANOS) {
      return new Decision(Step.WAIT, this);
    }
    if (agents == Agents.SAME || returns == MOST_RETURNS || bytes < leastBytes) {
      return new Decision(Step.LEAVE, this);
    }
    return waiting(bytes).at(nowNanos, agents, bytes);
  }

  private Step whileWaiting(long nowNanos, Agents agents) {
    if (agents != Agents.NONE) {
      return Step.ASK;
    }
    return nowNanos - endedNanos > patience.toNanos() ? Step.LEAVE : Step.WAIT;
  }
}
