package dev.terra.agent.tunnel;

import dev.terra.core.latency.ClassMarks;
import dev.terra.core.latency.LatencyClass;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The marks of this agent's connections to other agents: planned bytes are bulk, and what orders and acknowledges them is interactive.
 * Connections that stand get other marks when the controller names others. Thread-safe.
 */
public final class SocketMarks {
  private static final Logger log = LoggerFactory.getLogger(SocketMarks.class);

  /** The class of each open connection. Connections are bounded where they are made and accepted. */
  private final Map<Channel, LatencyClass> channels = new ConcurrentHashMap<>();
  private volatile ClassMarks marks = ClassMarks.USUAL;

  /** Marks what a connection sends from now on. */
  void mark(Channel channel, LatencyClass latencyClass) {
    if (channels.put(channel, latencyClass) == null) {
      channel.closeFuture().addListener(closed -> channels.remove(channel));
    }
    set(channel, latencyClass);
  }

  /** Has all connections go by other marks. */
  public void follow(ClassMarks now) {
    if (!now.equals(marks)) {
      marks = now;
      channels.forEach(this::set);
    }
  }

  /** The connections that are marked. */
  Map<Channel, LatencyClass> marked() {
    return Map.copyOf(channels);
  }

  /** A connection without its mark carries bytes all the same. */
  private void set(Channel channel, LatencyClass latencyClass) {
    try {
      channel.config().setOption(ChannelOption.IP_TOS, marks.typeOfService(latencyClass));
    } catch (ChannelException e) {
      log.debug("{} cannot be marked, as it is closed", channel, e);
    }
  }
}
