package dev.terra.node.fetch;

import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.api.v1.FetchRequest;
import dev.terra.node.agent.AgentLinks.Route;
import dev.terra.node.fetch.AgentReturn.Agents;
import io.netty.channel.EventLoop;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A fetch of segments through the agents of this site. It requests them from one agent after the other, each time from where the previous
 * agent ended, until the reader has everything or no agent is to be asked any more. Bytes are read only as the reader requests them. All of
 * it runs on one event loop, on which the reader is called.
 */
public final class SiteFetch {
  private static final Logger LOG = LoggerFactory.getLogger(SiteFetch.class);
  private static final Guard GUARD = new Guard("Terra: what was due for a fetch through the site's agents", LOG::warn);

  private final FetchServices services;
  private final Wanted wanted;
  private final EventLoop loop;
  private final Reader reader;
  private final SegmentStream stream;
  private final FetchSpan span;
  private final StringBuilder trail = new StringBuilder();
  private AgentReturn agentReturn;
  private @Nullable Route route;
  private @Nullable AgentFetch agent;
  private boolean over;

  /**
   * The request of a fetch.
   *
   * @param slice the slice of the site, whose agent is asked
   * @param request the request without a proof, and without what has been received
   */
  public record Wanted(int slice, FetchRequest request) {}

  /** The engine's part of a fetch, which frames the bytes. */
  public interface Reader extends SegmentStream.Sink {
    /** Handles the end of a read, of which all bytes were passed on. The reader requests more when it can take more. */
    void readComplete();

    /**
     * Handles that no agent sends any more.
     *
     * @param trail what each agent answered or did, in words
     */
    void failed(FetchFailure how, String trail);
  }

  /** Creates a fetch that has not begun. */
  public SiteFetch(FetchServices services, Wanted wanted, EventLoop loop, Reader reader) {
    this.services = services;
    this.wanted = wanted;
    this.loop = loop;
    this.reader = reader;
    this.stream = new SegmentStream(wanted.request.getOutputsList());
    this.span = new FetchSpan(services.agents().spans());
    this.agentReturn = AgentReturn.none(services.agentReturn());
  }

  /** Requests the segments from the agent. If the agent has just ended and another agent succeeds it, the fetch waits for that agent. */
  public void begin() {
    Optional<Route> first = services.agents().route(wanted.slice);
    if (first.isPresent()) {
      ask(first.get());
    } else if (services.agents().isChanging(wanted.slice)) {
      trail.append("its agent has just ended; ");
      agentReturn = agentReturn.ended(services.nanoClock().getAsLong()).waiting(0);
      look(FetchFailure.DECLINED);
    } else {
      trail.append("no healthy agent; ");
      leave(FetchFailure.DECLINED);
    }
  }

  private void ask(Route next) {
    route = next;
    agent = new AgentFetch(next, wanted.request, stream, this, services);
    agent.begin(loop);
  }

  Reader reader() {
    return reader;
  }

  /** Handles the end of a read of the agent's response. */
  void readComplete() {
    if (stream.isWhole()) {
      close();
    }
    reader.readComplete();
  }

  /** Handles that the agent sends no more. */
  void ended(FetchFailure how, String what) {
    agent = null;
    trail.append(what).append("; ");
    if (how == FetchFailure.BAD || how == FetchFailure.BROKEN_OFF) {
      agentReturn = agentReturn.ended(services.nanoClock().getAsLong());
      later(how);
    } else {
      leave(how);
    }
  }

  private void later(FetchFailure how) {
    OneShot.after(loop, AgentReturn.LOOK_MILLIS, TimeUnit.MILLISECONDS, GUARD, () -> {
      if (!over && !GUARD.run(() -> look(how))) {
        trail.append("the node's service failed, see its log; ");
        leave(FetchFailure.DECLINED);
      }
    });
  }

  private void look(FetchFailure how) {
    Optional<Route> now = services.agents().route(wanted.slice);
    Agents agents = now.map(healthy -> healthy.equals(route) ? Agents.SAME : Agents.OTHER).orElse(Agents.NONE);
    AgentReturn.Decision decision = agentReturn.at(services.nanoClock().getAsLong(), agents, stream.takenBytes());
    agentReturn = decision.next();
    switch (decision.step()) {
      case WAIT -> later(how);
      case ASK -> ask(now.orElseThrow());
      case LEAVE -> leave(how);
    }
  }

  /** Ends the fetch without success. An agent with a wrong response is not used for a while. */
  private void leave(FetchFailure how) {
    close();
    if (route != null && (how == FetchFailure.BAD || how == FetchFailure.CORRUPT)) {
      route.breaker().trip();
    }
    reader.failed(how, trail.toString());
  }

  /** Reads more, since the reader can take more. */
  public void readMore() {
    if (agent != null) {
      agent.readMore();
    }
  }

  /** Checks the time limits, since an agent that hangs reports nothing. While the reader is busy, the agent is not late. */
  public void tick(boolean readerIsBusy) {
    if (agent != null) {
      agent.tick(readerIsBusy);
    }
  }

  /** Ends the fetch; the reader is not called any more. */
  public void close() {
    over = true;
    if (agent != null) {
      agent.close();
      agent = null;
    }
  }

  /** Returns the stream with its position. */
  public SegmentStream stream() {
    return stream;
  }

  /** Returns the span of this node's part. */
  public FetchSpan span() {
    return span;
  }
}
