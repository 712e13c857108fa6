package dev.terra.agent.tunnel;

import dev.terra.agent.tls.AgentTls;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.core.failure.Failures;
import dev.terra.core.wan.SiteId;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelPromise;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a connection from the handlers behind it until TLS has authenticated the peer. These handlers see the connection become active when
 * the peer has shown a certificate, and the right one if a certain site is expected. If authentication fails, they never see the
 * connection. After success, the gate removes itself from the pipeline.
 */
final class TlsGate extends ChannelInboundHandlerAdapter {
  /**
   * How long a connection that is closed may try to send TLS's notice of that. The other end does not need it, and a peer that swallows
   * what is sent must not be waited for.
   */
  private static final long CLOSE_MILLIS = 100;
  private static final AttributeKey<PeerIdentity> PEER = AttributeKey.valueOf(TlsGate.class, "peer");

  private final @Nullable PeerIdentity expected;
  private final Promise<PeerIdentity> peer = ImmediateEventExecutor.INSTANCE.newPromise();

  private TlsGate(@Nullable PeerIdentity expected) {
    this.expected = expected;
  }

  /** Returns a gate for a connection to a site. */
  static TlsGate to(SiteId site) {
    return new TlsGate(PeerIdentity.site(site.name()));
  }

  /** Returns a gate that accepts any site. The hello names the site that it should be, see {@link #check}. */
  static TlsGate forAnybody() {
    return new TlsGate(null);
  }

  /**
   * Returns the TLS handler for the opener of a new connection to a site, which is to be put before the gate. It resumes the session of the
   * last connection.
   */
  static SslHandler client(AgentTls tls, Channel channel, SiteId to) {
    return prepared(tls.client(channel.alloc(), null, to.name()));
  }

  /** Returns the TLS handler for the accepting end of a new connection, which is to be put before the gate. */
  static SslHandler server(AgentTls tls, Channel channel) {
    return prepared(tls.server(channel.alloc(), null));
  }

  private static SslHandler prepared(SslHandler handler) {
    handler.setHandshakeTimeoutMillis(ProtocolTiming.TUNNEL_HANDSHAKE.millis());
    handler.setCloseNotifyFlushTimeoutMillis(CLOSE_MILLIS);
    return handler;
  }

  /** Requires that the certificate that was shown on a channel is that of a site. Without TLS, every site is accepted. */
  static void check(Channel channel, SiteId site) {
    PeerIdentity peer = channel.attr(PEER).get();
    if (peer != null && !peer.equals(PeerIdentity.site(site.name()))) {
      throw new IllegalArgumentException("the connection comes from " + site + ", but its certificate is that of " + peer);
    }
  }

  /**
   * Returns a future that holds the identity in the peer's certificate, or fails with the reason why the peer was not accepted. It
   * completes on the channel's loop.
   */
  Future<PeerIdentity> peer() {
    return peer;
  }

  /** Returns a future that succeeds when a connection is made and the right certificate was shown on it. */
  ChannelFuture passed(ChannelFuture connected) {
    ChannelPromise passed = new DefaultChannelPromise(connected.channel(), ImmediateEventExecutor.INSTANCE);
    connected.addListener((ChannelFutureListener) made -> {
      if (!made.isSuccess()) {
        peer.tryFailure(made.cause());
      }
    });
    peer.addListener(shown -> {
      if (shown.isSuccess()) {
        passed.trySuccess();
      } else {
        passed.tryFailure(shown.cause());
      }
    });
    return passed;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    // the event is passed on to the handlers behind when the handshake is over
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (!(event instanceof SslHandshakeCompletionEvent handshake)) {
      ctx.fireUserEventTriggered(event);
    } else if (handshake.isSuccess()) {
      shown(ctx);
    } else {
      fail(ctx, handshake.cause());
    }
  }

  private void shown(ChannelHandlerContext ctx) {
    try {
      PeerIdentity identity = AgentTls.shown(ctx.pipeline().get(SslHandler.class).engine());
      if (expected != null && !expected.equals(identity)) {
        throw new CertificateException("expected a certificate of " + expected + ", got one of " + identity);
      }
      ctx.channel().attr(PEER).set(identity);
      ctx.fireChannelActive();
      ctx.pipeline().remove(this);
      peer.trySuccess(identity);
    } catch (CertificateException e) {
      fail(ctx, e);
    }
  }

  private void fail(ChannelHandlerContext ctx, Throwable cause) {
    peer.tryFailure(new IOException(inWords(cause), cause));
    ctx.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }

  /** Returns a description of what went wrong, from the innermost cause. The outer causes have only TLS's general messages. */
  private static String inWords(Throwable cause) {
    Throwable innermost = cause;
    while (innermost.getCause() != null && !(innermost instanceof CertificateException)) {
      innermost = innermost.getCause();
    }
    String message = innermost instanceof ClosedChannelException ? "closed" : Failures.inWords(innermost);
    if (innermost instanceof NotSslRecordException) {
      return "TLS: this agent speaks TLS, and the other end speaks plain; set tls at both, or insecure at both";
    }
    return innermost instanceof IOException && !(innermost instanceof SSLException)
        ? "TLS: the connection ended before the other end showed a certificate (" + message + "); does it use TLS?"
        : "TLS: " + message;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    fail(ctx, cause);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    fail(ctx, new ClosedChannelException());
  }
}
