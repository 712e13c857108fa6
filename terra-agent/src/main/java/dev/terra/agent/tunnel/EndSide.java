package dev.terra.agent.tunnel;

import dev.terra.agent.pipe.PipeSide;
import dev.terra.core.latency.ArrivedMark;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.util.AttributeKey;
import java.util.Optional;

/** The link's view of a connection that begins or ends here: that of a tunnel or of a line. */
final class EndSide extends PipeSide {
  /** The event that is fired in the connection's pipeline when {@link #silence} has changed. */
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

  /** Returns a description of the silent link that a connection crosses, if there is one. */
  static Optional<String> silence(Channel channel) {
    return Optional.ofNullable(channel.attr(SILENCE).get());
  }

  /** Records with which mark a connection that was opened here was sent, and with which it arrived. */
  static void marked(Channel channel, ArrivedMark mark) {
    channel.attr(MARK).set(mark);
  }

  /** Returns the mark of a connection, if the other end has reported with which mark it arrived. */
  static Optional<ArrivedMark> mark(Channel channel) {
    return Optional.ofNullable(channel.attr(MARK).get());
  }

  /** Returns why a connection was closed if a link or a relay was the reason, and the given reason otherwise. */
  static String closeReason(Channel channel, String otherwise) {
    String reason = channel.attr(CLOSE_REASON).get();
    return reason == null ? otherwise : reason;
  }
}
