package dev.terra.node.fetch;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * What to do with a fetch that its agent has ended: a value that says for each moment what follows. An agent that still lives has given up
 * this one fetch, and is left. One that has ended is waited for, and so is the agent that follows it.
 *
 * @param patience an agent that has ended is waited for so long
 * @param returns how often it was waited for
 * @param leastBytes only if the reader has so many bytes is it waited for again: all silences together must not exhaust the reader
 * @param endedNanos when the fetch ended
 * @param waits whether an agent is waited for, since the last one has ended
 */
public record AgentReturn(Duration patience, int returns, long leastBytes, long endedNanos, boolean waits) {
  /** Between looks. An agent that is back is asked soon: its reader gets nothing meanwhile. */
  public static final long LOOK_MILLIS = 100;
  /** By then it is known here that an agent has ended, if it has, and one that was started again at once has found its neighbours. */
  static final long NEWS_NANOS = TimeUnit.MILLISECONDS.toNanos(300);
  /** Operators may take an agent out of use and back within a fetch; one that ends again and again is left. */
  static final int MOST_RETURNS = 5;

  /** What is known of the agents for a fetch. */
  public enum Agents {
    /** The agent that has ended the fetch is healthy. */
    SAME,
    /** Another one is healthy, or the same one, started again. */
    OTHER,
    /** None is healthy. */
    NONE
  }

  /** What follows. */
  public enum Step {
    /** Nothing: look again after {@value #LOOK_MILLIS} ms. */
    WAIT,
    /** The healthy agent is asked for the rest. */
    ASK,
    /** No agent is asked any more. */
    LEAVE
  }

  /** What follows, and the state after that. */
  public record Decision(Step step, AgentReturn next) {}

  /** No agent has ended yet. */
  public static AgentReturn none(Duration patience) {
    return new AgentReturn(patience, 0, 0, 0, false);
  }

  /** A fetch has ended. */
  public AgentReturn ended(long nowNanos) {
    return new AgentReturn(patience, returns, leastBytes, nowNanos, false);
  }

  /** An agent is waited for from now on; the reader has so many bytes. */
  AgentReturn waiting(long bytes) {
    return new AgentReturn(patience, returns + 1, bytes + 1, endedNanos, true);
  }

  /** What follows now; the reader has so many bytes. */
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
