package dev.terra.shuffle.relay;

import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.api.process.Periodic;
import dev.terra.api.v1.FetchRequest;
import dev.terra.api.v1.SegmentLength;
import dev.terra.node.count.ShuffleCounts.Count;
import dev.terra.node.fetch.FetchFailure;
import dev.terra.node.fetch.SiteFetch;
import dev.terra.shuffle.fetch.ShuffleRequest;
import dev.terra.shuffle.fetch.Verdict.RelayTo;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One reducer's response, relayed: first through the site's agents, and after any failure from the origin, from the byte on at which the
 * agents stopped. The reducer sees one response. The response begins only when a source's head has been checked, and its length does not
 * change after that.
 *
 * <p>Everything runs on the reducer connection's event loop; nothing blocks. Data flow only as fast as the reducer reads.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails closes its channel, which is noticed.
public final class Relay implements SiteFetch.Reader {
  /**
   * The time between two checks of limits of seconds, ms. A node relays dozens of fetches that only wait, and each check wakes a thread.
   */
  private static final long WATCH_MILLIS = 500;
  private static final Logger LOG = LoggerFactory.getLogger(Relay.class);
  private static final Guard GUARD = new Guard("Terra: what was due for a response that is relayed", LOG::warn);

  private final ChannelHandlerContext client;
  private final RelayServices services;
  private final ReducerResponse response;
  private final SiteFetch site;
  private final StringBuilder trail = new StringBuilder();
  private SentPrefix unproven = SentPrefix.NONE;
  private @Nullable Periodic watchdog;
  private @Nullable ResponseFraming framing;
  private @Nullable OriginFetch origin;
  private int directAttempts;
  private boolean over;

  private Relay(ChannelHandlerContext client, RelayTo target, RelayServices services) {
    this.client = client;
    this.services = services;
    this.response = new ReducerResponse(client, target, this::pump);
    this.site = new SiteFetch(services.fetches(), wanted(target), client.channel().eventLoop(), this);
  }

  private SiteFetch.Wanted wanted(RelayTo target) {
    ShuffleRequest request = target.request();
    return new SiteFetch.Wanted(services.fetches().agents().slice(target.shuffle(), request.reduce()),
        FetchRequest.newBuilder().setShuffle(target.shuffle().toString()).setPartition(request.reduce())
            .setReader(target.target().reader())
            .addAllOutputs(request.maps().stream().map(map -> map.output().id()).toList())
            .setOriginIp(target.target().origin().ip().getHostAddress())
            .setAnnounce(target.shuffle().broadcast()).build());
  }

  /**
   * Starts a relay on the client's event loop, which must be the caller's, as the last response of its connection. The result is empty
   * where there are too many relays, or too many for the job.
   */
  public static Optional<Relay> start(ChannelHandlerContext client, RelayTo target, RelayServices services) {
    String job = target.request().job();
    if (!services.active().take(job)) {
      return Optional.empty();
    }
    client.channel().closeFuture().addListener(closed -> services.active().give(job));
    Relay relay = new Relay(client, target, services);
    relay.begin();
    return Optional.of(relay);
  }

  private void begin() {
    try {
      watchdog = Periodic.every(client.executor(), WATCH_MILLIS, TimeUnit.MILLISECONDS, GUARD, this::watch);
      site.begin();
    } catch (RuntimeException | Error e) {
      end();
      throw e;
    }
  }

  private void watch() {
    if (origin != null) {
      origin.tick(response.isBusy());
    } else {
      site.tick(response.isBusy());
    }
  }

  @Override
  public void lengths(List<SegmentLength> lengths) {
    ShuffleRequest request = response.target().request();
    ResponseFraming body = new ResponseFraming(request.maps(), request.reduce(), lengths);
    framing = body;
    response.begin(body.bodyBytes());
  }

  @Override
  public void segment(int index) {
    response.bodyArrived(Objects.requireNonNull(framing).header(index));
  }

  @Override
  public void bytes(ByteBuf part) {
    services.counts().add(Count.RELAYED_BYTES, part.readableBytes());
    response.bodyArrived(part);
  }

  @Override
  public void readComplete() {
    if (response.isComplete()) {
      end();
      response.finish();
      return;
    }
    response.flush();
    pump();
  }

  /** Notes that the agents send no more, and goes on with a direct fetch. */
  @Override
  public void failed(FetchFailure how, String agents) {
    trail.append(agents);
    ResponseFraming begun = framing;
    if (begun != null) {
      unproven = site.stream().unproven().map(begun::sent).orElse(SentPrefix.NONE);
    }
    if (how == FetchFailure.CORRUPT) {
      cutShort();
      return;
    }
    if (how != FetchFailure.DECLINED) {
      LOG.warn("Terra: {} of {}, going on with a direct fetch from {}",
          trail, response.target().request().job(), response.target().target().origin());
    }
    services.counts().add(Count.FALLBACKS, 1);
    goDirect(0);
  }

  private void goDirect(long delayMillis) {
    directAttempts++;
    OneShot.after(client.executor(), delayMillis, TimeUnit.MILLISECONDS, GUARD, () -> {
      if (!over && !GUARD.run(this::askOrigin)) {
        trail.append("the node's service failed; ");
        giveUp();
      }
    });
  }

  private void askOrigin() {
    OriginFetch next = new OriginFetch(this, services, response, unproven);
    origin = next;
    next.begin(client.channel().eventLoop());
  }

  /** Notes that the unproven bytes are equal to those of the origin. */
  void prefixProved() {
    unproven = SentPrefix.NONE;
  }

  /** Notes that the origin sends no more although the response is not complete. */
  void originFailed(FetchFailure how, String what) {
    origin = null;
    trail.append(what).append("; ");
    if (how == FetchFailure.CORRUPT) {
      cutShort();
    } else if (directAttempts == services.limits().directAttempts()) {
      giveUp();
    } else {
      goDirect(services.limits().retryDelay().toMillis());
    }
  }

  /** Notes that the origin responded with an error: if the response has not begun, this error is passed on to the reducer. */
  void originRefused(HttpResponse refusal, String what) {
    if (response.hasBegun()) {
      originFailed(FetchFailure.BAD, what);
      return;
    }
    trail.append(what);
    end();
    response.passOn(refusal, trail.toString());
  }

  private void giveUp() {
    LOG.warn("Terra: relaying {} from {} failed after {} ({}); the reducer tries again",
        response.target().request().job(), response.target().target().origin(), response, trail);
    breakOff();
  }

  /** Breaks off a response whose sent bytes may be wrong, so that the reducer does not take it for complete. */
  private void cutShort() {
    LOG.error("Terra: CORRUPT BYTES in {} from {}, the response is cut short and the reducer tries again: {}",
        response.target().request().job(), response.target().target().origin(), trail);
    breakOff();
  }

  private void breakOff() {
    end();
    if (response.hasBegun()) {
      response.breakOff();
    } else {
      response.refuse(HttpResponseStatus.BAD_GATEWAY, trail.toString());
    }
  }

  /** Goes on when the reducer can take more. */
  public void clientWritabilityChanged() {
    pump();
  }

  private void pump() {
    if (over || response.isBusy()) {
      return;
    }
    if (origin != null) {
      origin.readMore();
    } else {
      site.readMore();
    }
  }

  /** Ends the relay when the reducer's connection is closed. */
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
    site.close();
    if (origin != null) {
      origin.close();
    }
    boolean whole = response.isComplete();
    site.span().over(response.sentBytes(), trail.isEmpty() && !whole ? "the reducer went away" : trail.toString(), !whole);
  }
}
