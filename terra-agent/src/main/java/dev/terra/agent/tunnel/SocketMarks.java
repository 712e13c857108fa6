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
 * The DSCP marks of this agent's connections to other agents. Connections that send planned bytes have the class bulk, and connections that
 * send orders and acknowledgements of these have the class interactive. When the controller names other marks, open connections get them,
 * too. Thread-safe.
 */
public final class SocketMarks {
  private static final Logger log = LoggerFactory.getLogger(SocketMarks.class);

  /** The class of each open connection. Connections are bounded where they are made and accepted. */
  private final Map<Channel, LatencyClass> channels = new ConcurrentHashMap<>();
  private volatile ClassMarks marks = ClassMarks.USUAL;

  /** Marks the packets that a connection sends from now on. */
  void mark(Channel channel, LatencyClass latencyClass) {
    if (channels.put(channel, latencyClass) == null) {
      channel.closeFuture().addListener(closed -> channels.remove(channel));
    }
    set(channel, latencyClass);
  }

  /** Applies other marks to all connections. */
  public void follow(ClassMarks now) {
    if (!now.equals(marks)) {
      marks = now;
      channels.forEach(this::set);
    }
  }

  /** Returns the marked connections and their classes. */
  Map<Channel, LatencyClass> marked() {
    return Map.copyOf(channels);
  }

  /** Sets the mark of a connection. If that fails, the connection carries bytes all the same. */
  private void set(Channel channel, LatencyClass latencyClass) {
    try {
      channel.config().setOption(ChannelOption.IP_TOS, marks.typeOfService(latencyClass));
    } catch (ChannelException e) {
      log.debug("{} cannot be marked, as it is closed", channel, e);
    }
  }
}
