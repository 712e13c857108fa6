package dev.terra.shuffle.relay;

import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.api.process.Periodic;
import dev.terra.api.v1.HandlerSpan.Kind;
import dev.terra.node.agent.AgentLinks.Route;
import dev.terra.node.agent.HandlerSpans.Begun;
import dev.terra.node.agent.HandlerSpans.End;
import dev.terra.node.count.ShuffleCounts.Count;
import dev.terra.shuffle.fetch.Verdict.RelayTo;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One reducer's response, relayed: first from the site's agent, and after any failure from the origin, from the byte
 * on at which the agent stopped; an agent that has ended and is back within seconds goes on itself. The reducer sees one
 * response. It begins only when a source's head is checked, and its length never changes after.
 *
 * <p>Everything runs on the reducer connection's event loop; nothing blocks. Data flows only as fast as the reducer
 * reads.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails closes its channel, and that is noticed.
public final class Relay {
  /** Of limits of seconds. A node relays dozens of fetches at once, most of which only wait, and each look wakes a thread. */
  private static final long WATCH_MILLIS = 500;
  /** An agent that is back is asked soon: its reducer gets nothing meanwhile. */
  private static final long RETURN_MILLIS = 100;
  /** Operators may take an agent out of use and back within a fetch; one that ends again and again is left. */
  private static final int MOST_RETURNS = 5;
  /** By then the news of an agent's end is here, if it has ended. */
  private static final long END_NEWS_NANOS = TimeUnit.MILLISECONDS.toNanos(300);
  private static final Logger LOG = LoggerFactory.getLogger(Relay.class);
  private static final Guard GUARD = new Guard("Terra: what was due for a response that is relayed", LOG::warn);

  private final ChannelHandlerContext client;
  private final RelayServices services;
  private final ReducerResponse response;
  private final Source.Listener listener = new Source.Listener(this::ended, this::readComplete);
  private final StringBuilder trail = new StringBuilder();
  private final Begun begun;
  private Periodic watchdog;
  private Source source;
  private Optional<Route> agentRoute = Optional.empty();
  private int returns;
  /** What the reducer had when an agent was waited for last. */
  private long bytesAtReturn = -1;
  private int directAttempts;
  private boolean over;

  Relay(ChannelHandlerContext client, RelayTo target, RelayServices services) {
    this.client = client;
    this.services = services;
    this.response = new ReducerResponse(client, target, this::pump);
    this.begun = services.agents().spans().begin(Kind.RELAY);
  }

  void start() {
    try {
      begin();
    } catch (RuntimeException | Error e) {
      end();
      throw e;
    }
  }

  private void begin() {
    watchdog = Periodic.every(client.executor(), WATCH_MILLIS, TimeUnit.MILLISECONDS, GUARD, this::watch);
    agentRoute = route();
    if (agentRoute.isPresent()) {
      use(new AgentSource(agentRoute.get(), services, response, listener, Optional.empty()));
    } else if (services.agents().isChanging(response.target().shuffle(), response.target().request().reduce())) {
      noteReturn();
      trail.append("its agent has just ended; ");
      awaitAgent(Optional.empty(), Source.Failure.DECLINED, services.nanoClock().getAsLong());
    } else {
      trail.append("no healthy agent; ");
      goDirect();
    }
  }

  private Optional<Route> route() {
    return services.agents().route(response.target().shuffle(), response.target().request().reduce());
  }

  private void use(Source next) {
    source = next;
    next.connect(client.channel().eventLoop());
  }

  private void goDirect() {
    if (directAttempts == 0) {
      services.counts().add(Count.FALLBACKS, 1);
    }
    if (directAttempts == services.limits().directAttempts()) {
      giveUp();
      return;
    }
    long delayMillis = directAttempts == 0 ? 0 : services.limits().retryDelay().toMillis();
    directAttempts++;
    later(delayMillis, () -> use(new DirectSource(services, response, listener)));
  }

  /** Does something unless the response is over by then. Where that fails nothing else would end it. */
  private void later(long millis, Runnable task) {
    OneShot.after(client.executor(), millis, TimeUnit.MILLISECONDS, GUARD, () -> {
      if (!over && !GUARD.run(task)) {
        trail.append("the node's service failed; ");
        giveUp();
      }
    });
  }

  private void giveUp() {
    LOG.warn("Terra: relaying {} from {} failed after {} ({}); the reducer tries again",
        response.target().request().job(), response.target().target().origin(), response, trail);
    breakOff();
  }

  private void watch() {
    if (over || source == null) {
      return;
    }
    if (response.isBusy()) {
      source.touch();
    } else {
      source.checkDeadline();
    }
  }

  /** All that was read has been passed on. */
  private void readComplete() {
    if (response.isComplete()) {
      end();
      response.finish();
      return;
    }
    response.flush();
    pump();
  }

  private void ended(Source from, Source.End how) {
    source = null;
    if (how instanceof Source.Refused refused && !response.hasBegun()) {
      refused(from, refused);
    } else if (how instanceof Source.Refused refused) {
      failed(from, refused.reason(), Source.Failure.BAD);
    } else if (how instanceof Source.Failed failed) {
      failed(from, failed.reason(), failed.how());
    }
  }

  /** A source failed; a bad agent is avoided for a while. */
  private void failed(Source from, String reason, Source.Failure how) {
    trail.append(from).append(": ").append(reason).append(" at byte ").append(response.sentBytes()).append("; ");
    if (from.isAgent()) {
      response.unproven(from.framer().flatMap(SegmentFramer::unproven));
    }
    if (how == Source.Failure.CORRUPT) {
      cutShort(from);
    } else if (from.isAgent() && how != Source.Failure.DECLINED) {
      afterAgent(from.framer(), how, services.nanoClock().getAsLong());
    } else {
      goDirect();
    }
  }

  /** What has gone out may be wrong: the reducer must not take the response for whole. */
  private void cutShort(Source from) {
    LOG.error("Terra: CORRUPT BYTES in {} from {}, the response is cut short and the reducer tries again: {}",
        response.target().request().job(), response.target().target().origin(), trail);
    if (from.isAgent()) {
      agentRoute.ifPresent(route -> route.breaker().trip());
    }
    breakOff();
  }

  private void breakOff() {
    end();
    if (response.hasBegun()) {
      response.breakOff();
    } else {
      response.refuse(HttpResponseStatus.BAD_GATEWAY, trail.toString(), OptionalLong.empty());
    }
  }

  /** The origin answered with an error of its own: before the response has begun, that is the answer. */
  private void refused(Source from, Source.Refused how) {
    trail.append(from).append(": ").append(how.reason());
    end();
    response.refuse(how.status(), trail.toString(), how.retryAfterMillis());
  }

  /** An agent that still lives gave this fetch up; one that has ended is waited for, some times, and so is the one that follows it. */
  private void afterAgent(Optional<SegmentFramer> framer, Source.Failure how, long sinceNanos) {
    later(RETURN_MILLIS, () -> {
      boolean lives = route().filter(now -> now.equals(agentRoute.orElse(null))).isPresent();
      if (lives && services.nanoClock().getAsLong() - sinceNanos < END_NEWS_NANOS) {
        afterAgent(framer, how, sinceNanos);
      } else if (lives || !mayReturn()) {
        leaveAgent(how);
      } else {
        noteReturn();
        awaitAgent(framer, how, sinceNanos);
      }
    });
  }

  /** An agent is waited for again only if bytes have come since: all silences together must not exhaust the reducer's patience. */
  private boolean mayReturn() {
    return returns < MOST_RETURNS && response.sentBytes() > bytesAtReturn;
  }

  private void noteReturn() {
    returns++;
    bytesAtReturn = response.sentBytes();
  }

  private void awaitAgent(Optional<SegmentFramer> framer, Source.Failure how, long sinceNanos) {
    Optional<Route> back = route();
    if (back.isPresent()) {
      agentRoute = back;
      use(new AgentSource(back.get(), services, response, listener, framer));
    } else if (services.nanoClock().getAsLong() - sinceNanos > services.limits().agentReturn().toNanos()) {
      leaveAgent(how);
    } else {
      later(RETURN_MILLIS, () -> awaitAgent(framer, how, sinceNanos));
    }
  }

  private void leaveAgent(Source.Failure how) {
    if (how == Source.Failure.BAD) {
      agentRoute.ifPresent(route -> route.breaker().trip());
    }
    LOG.warn("Terra: {} of {}, going on with a direct fetch from {}",
        trail, response.target().request().job(), response.target().target().origin());
    goDirect();
  }

  /** The reducer can take more. */
  public void clientWritabilityChanged() {
    pump();
  }

  private void pump() {
    if (!over && source != null && !response.isBusy()) {
      source.readMore();
    }
  }

  /** The reducer's connection is gone. */
  public void clientGone() {
    end();
  }

  private void end() {
    if (over) {
      return;
    }
    over = true;
    if (watchdog != null) {
      watchdog.cancel();
    }
    if (source != null) {
      source.close();
    }
    response.span().ifPresent(name -> services.agents().spans().over(begun, name, how()));
  }

  private End how() {
    boolean whole = response.isComplete();
    return new End(response.sentBytes(), trail.isEmpty() && !whole ? "the reducer went away" : trail.toString(), !whole);
  }
}
