package dev.terra.shuffle;

import dev.terra.node.fetch.Patience;
import dev.terra.shuffle.relay.RelayLimits;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import java.time.Duration;
import java.util.List;

/** The handler with short deadlines. */
public final class FastHandler extends TerraShuffleHandler {
  /** The time within which the head of an agent's answer, or the next bytes of any sender, must arrive. */
  public static final Duration DEADLINE = Duration.ofMillis(500);

  private final Duration deadline;

  /** Creates a handler with another deadline than {@link #DEADLINE}. */
  public FastHandler(Duration deadline) {
    this.deadline = deadline;
  }

  /** Returns the value of {@code IP_TOS} of each open connection. */
  public List<Integer> typesOfService() {
    return allChannels.stream().filter(SocketChannel.class::isInstance)
        .map(channel -> channel.config().getOption(ChannelOption.IP_TOS)).toList();
  }

  @Override
  RelayLimits relayLimits() {
    return new RelayLimits(new Patience(deadline, deadline, deadline), deadline,
        new Patience(Duration.ofSeconds(5), Duration.ofSeconds(10), deadline), 3, Duration.ofMillis(20));
  }
}
