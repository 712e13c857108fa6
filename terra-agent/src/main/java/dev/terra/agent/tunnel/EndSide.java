package dev.terra.agent.tunnel;

import dev.terra.agent.pipe.PipeSide;
import dev.terra.core.latency.ArrivedMark;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.util.AttributeKey;
import java.util.Optional;

/** The connection of a tunnel that begins or ends here, or of a line, as its link sees it. */
final class EndSide extends PipeSide {
  /** Tells the connection's handlers that {@link #silence} has changed. */
  static final Object CHANGED = new Object();

  private static final AttributeKey<String> CLOSE_REASON = AttributeKey.valueOf(EndSide.class, "closeReason");
  private static final AttributeKey<String> SILENCE = AttributeKey.valueOf(EndSide.class, "silence");

  private static final AttributeKey<ArrivedMark> MARK = AttributeKey.valueOf(EndSide.class, "mark");

  private final Channel channel;

  EndSide(Channel channel) {
    this.channel = channel;
  }

  @Override
  protected void silent(boolean now, String reason) {
    channel.attr(SILENCE).set(now ? reason : null);
    channel.pipeline().fireUserEventTriggered(CHANGED);
  }

  @Override
  public void closing(String reason) {
    channel.attr(CLOSE_REASON).setIfAbsent(reason);
  }

  @Override
  protected void close(String reason) {
    channel.attr(CLOSE_REASON).set(reason);
    channel.eventLoop().execute(() -> channel.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE));
  }

  /** Which link that a connection crosses is silent, in words, if one is. */
  static Optional<String> silence(Channel channel) {
    return Optional.ofNullable(channel.attr(SILENCE).get());
  }

  /** Notes what became of the mark of a connection that was opened here. */
  static void marked(Channel channel, ArrivedMark mark) {
    channel.attr(MARK).set(mark);
  }

  /** What became of it, if the other end has said so. */
  static Optional<ArrivedMark> mark(Channel channel) {
    return Optional.ofNullable(channel.attr(MARK).get());
  }

  /** Why a connection was closed, if a link or a relay was the reason; otherwise what is given. */
  static String closeReason(Channel channel, String otherwise) {
    String reason = channel.attr(CLOSE_REASON).get();
    return reason == null ? otherwise : reason;
  }
}
