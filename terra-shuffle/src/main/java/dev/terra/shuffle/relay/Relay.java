package dev.terra.shuffle.relay;

import com.google.common.net.InetAddresses;
import dev.terra.node.agent.AgentLinks.Route;
import dev.terra.node.count.ShuffleCounts.Count;
import dev.terra.shuffle.fetch.Responses;
import dev.terra.shuffle.fetch.TerraHeaders;
import dev.terra.shuffle.fetch.Verdict.RelayTo;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.hadoop.mapreduce.security.SecureShuffleUtils;
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
  /** However few bytes a buffer holds, it pins all of its memory until it is written. */
  static final int MAX_UNWRITTEN = 4;
  /** Of limits of seconds. A node relays dozens of fetches at once, most of which only wait, and each look wakes a thread. */
  private static final long WATCH_MILLIS = 500;
  /** An agent that is back is asked soon: its reducer gets nothing meanwhile. */
  private static final long RETURN_MILLIS = 100;
  /** By then the news of an agent's end is here, if it has ended. */
  private static final long END_NEWS_MILLIS = 300;
  private static final Logger LOG = LoggerFactory.getLogger(Relay.class);

  /** How a source failed. */
  enum Failure {
    /** It said that it can't. */
    DECLINED,
    /** It ended what it had begun: so an agent that lives gives up a single fetch, and one that has ended all of them. */
    BROKEN_OFF,
    /** It doesn't answer, or not as it should. */
    BAD
  }

  /** How a relay's sources are made: they know their relay, which knows only what they have in common. */
  record Openers(AgentOpener agent, Function<Relay, Source> origin) {}

  /** Makes a source of the site's agent. */
  @FunctionalInterface
  interface AgentOpener {
    /** The agent at an address; goes on where a framer stands that has begun. */
    Source open(Relay relay, InetSocketAddress agent, Optional<SegmentFramer> framer);
  }

  private final ChannelHandlerContext client;
  private final RelayTo target;
  private final RelayServices services;
  private final Openers openers;
  private final StringBuilder trail = new StringBuilder();
  private ScheduledFuture<?> watchdog;
  private Source source;
  private Optional<Route> agentRoute = Optional.empty();
  private boolean returned;
  private int directAttempts;
  private long totalBytes = -1;
  private long sentBytes;
  private int unwritten;
  private boolean over;

  Relay(ChannelHandlerContext client, RelayTo target, RelayServices services, Openers openers) {
    this.openers = openers;
    this.client = client;
    this.target = target;
    this.services = services;
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
    watchdog = client.executor().scheduleAtFixedRate(this::watch, WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
    agentRoute = services.agents().route();
    if (agentRoute.isPresent()) {
      use(openers.agent.open(this, agentRoute.get().address(), Optional.empty()));
    } else {
      trail.append("no healthy agent; ");
      goDirect();
    }
  }

  RelayTo target() {
    return target;
  }

  RelayServices services() {
    return services;
  }

  String relayingNode() {
    return InetAddresses.toAddrString(((InetSocketAddress) client.channel().localAddress()).getAddress());
  }

  /** How many bytes of the response's body the reducer was sent. */
  long sentBytes() {
    return sentBytes;
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
    client.executor().schedule(() -> {
      if (!over) {
        use(openers.origin.apply(this));
      }
    }, delayMillis, TimeUnit.MILLISECONDS);
  }

  private void giveUp() {
    LOG.warn("Terra: relaying {} from {} failed after {} of {} bytes ({}); the reducer tries again",
        target.request().job(), target.target().origin(), sentBytes, totalBytes, trail);
    end();
    if (totalBytes >= 0) {
      client.close();
    } else {
      respond(HttpResponseStatus.BAD_GATEWAY, OptionalLong.empty());
    }
  }

  private void respond(HttpResponseStatus status, OptionalLong retryAfterMillis) {
    client.writeAndFlush(Responses.refusal(status, trail.toString(), retryAfterMillis)).addListener(ChannelFutureListener.CLOSE);
  }

  private void watch() {
    if (over || source == null) {
      return;
    }
    if (isReducerBusy()) {
      source.touch();
    } else {
      source.checkDeadline();
    }
  }

  /** A source told the response's length; false where it contradicts what the reducer was told. */
  boolean headArrived(long bodyBytes) {
    if (totalBytes < 0) {
      totalBytes = bodyBytes;
      client.write(responseHead());
    }
    return totalBytes == bodyBytes;
  }

  private HttpResponse responseHead() {
    HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
    TerraHeaders.setVersion(head);
    head.headers().set(SecureShuffleUtils.HTTP_HEADER_REPLY_URL_HASH, target.proof().replyHash())
        .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    HttpUtil.setContentLength(head, totalBytes);
    return head;
  }

  /** The next bytes of the response's body; the relay owns the buffer now. */
  void bodyArrived(ByteBuf bytes) {
    sentBytes += bytes.readableBytes();
    unwritten++;
    client.write(new DefaultHttpContent(bytes)).addListener(written -> {
      unwritten--;
      pump();
    });
  }

  /** Whether the reducer was sent all of it. */
  boolean isComplete() {
    return totalBytes >= 0 && sentBytes == totalBytes;
  }

  /** All that was read has been passed on. */
  void readComplete(Source from) {
    if (over || from != source) {
      return;
    }
    if (isComplete()) {
      end();
      client.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT).addListener(ChannelFutureListener.CLOSE);
      return;
    }
    client.flush();
    pump();
  }

  /** Whether a source is still the one that counts. */
  boolean isCurrent(Source from) {
    return !over && from == source;
  }

  /** A source failed; a bad agent is avoided for a while. */
  void failed(Source from, String reason, Failure how) {
    if (!isCurrent(from)) {
      return;
    }
    trail.append(from).append(": ").append(reason).append(" at byte ").append(sentBytes).append("; ");
    source = null;
    from.close();
    if (from.isAgent() && how != Failure.DECLINED) {
      afterAgent(from.framer(), how);
    } else {
      goDirect();
    }
  }

  /** An agent that still lives gave this fetch up; one that has ended is waited for, once. */
  private void afterAgent(Optional<SegmentFramer> framer, Failure how) {
    long sinceNanos = services.nanoClock().getAsLong();
    client.executor().schedule(() -> {
      if (over) {
        return;
      }
      if (returned || services.agents().route().isPresent()) {
        leaveAgent(how);
      } else {
        returned = true;
        awaitAgent(framer, how, sinceNanos);
      }
    }, END_NEWS_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void awaitAgent(Optional<SegmentFramer> framer, Failure how, long sinceNanos) {
    if (over) {
      return;
    }
    Optional<Route> back = services.agents().route();
    if (back.isPresent()) {
      agentRoute = back;
      use(openers.agent.open(this, back.get().address(), framer));
    } else if (services.nanoClock().getAsLong() - sinceNanos > services.limits().agentReturn().toNanos()) {
      leaveAgent(how);
    } else {
      client.executor().schedule(() -> awaitAgent(framer, how, sinceNanos), RETURN_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void leaveAgent(Failure how) {
    if (how == Failure.BAD) {
      agentRoute.ifPresent(route -> route.breaker().trip());
    }
    LOG.warn("Terra: {} of {}, going on with a direct fetch from {}", trail, target.request().job(), target.target().origin());
    goDirect();
  }

  /** The origin answered with an error of its own: before the response has begun, that is the answer. */
  void refused(Source from, HttpResponseStatus status, OptionalLong retryAfterMillis) {
    if (!isCurrent(from)) {
      return;
    }
    if (totalBytes >= 0) {
      failed(from, "status " + status.code(), Failure.BAD);
      return;
    }
    trail.append(from).append(": status ").append(status.code());
    end();
    respond(status, retryAfterMillis);
  }

  /** The reducer can take more. */
  public void clientWritabilityChanged() {
    pump();
  }

  private void pump() {
    if (!over && source != null && !isReducerBusy()) {
      source.readMore();
    }
  }

  private boolean isReducerBusy() {
    return unwritten >= MAX_UNWRITTEN || !client.channel().isWritable();
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
      watchdog.cancel(false);
    }
    if (source != null) {
      source.close();
    }
  }
}
