package dev.terra.agent.door;

import io.netty.channel.Channel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many connections a port takes, in all and from one address. Those that stand stay; one more is closed at once, counted, and told of
 * once until there is room again. Thread-safe.
 */
public final class ConnectionLimit {
  private static final Logger log = LoggerFactory.getLogger(ConnectionLimit.class);

  private final String port;
  private final Bounds bounds;
  private final Map<InetAddress, Integer> open = new HashMap<>();
  private int all;
  private long refused;
  private boolean told;

  /** The most connections, in all and from one address. */
  public record Bounds(int all, int ofOneAddress) {}

  /** For a port, of this name for people. */
  public ConnectionLimit(String port, Bounds bounds) {
    this.port = port;
    this.bounds = bounds;
  }

  /** Whether a connection that was just accepted may stay; if not it is closed. */
  @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a connection that is not wanted
  public boolean admit(Channel channel) {
    InetAddress from = ((InetSocketAddress) channel.remoteAddress()).getAddress();
    if (!take(from)) {
      channel.close();
      return false;
    }
    channel.closeFuture().addListener(closed -> release(from));
    return true;
  }

  private synchronized boolean take(InetAddress from) {
    int ofAddress = open.getOrDefault(from, 0);
    if (all >= bounds.all || ofAddress >= bounds.ofOneAddress) {
      refused++;
      tell(from, ofAddress);
      return false;
    }
    all++;
    open.put(from, ofAddress + 1);
    return true;
  }

  private void tell(InetAddress from, int ofAddress) {
    if (!told) {
      told = true;
      log.warn("{}: no more connections from {}, which has {}; {} are open in all", port, from.getHostAddress(), ofAddress, all);
    }
  }

  private synchronized void release(InetAddress from) {
    all--;
    told &= all >= bounds.all / 2;
    open.computeIfPresent(from, (address, count) -> count > 1 ? count - 1 : null);
  }

  /** How many connections were refused. */
  public synchronized long refused() {
    return refused;
  }
}
