package dev.terra.agent.tunnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.terra.agent.link.SocketTransport;
import dev.terra.agent.support.Await;
import dev.terra.core.latency.ArrivedMark;
import dev.terra.core.latency.ClassMarks;
import dev.terra.core.latency.LatencyClass;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that connections have the mark of what they carry, as their sockets report it. */
class SocketMarksTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private ChainOfSites chain;

  @BeforeEach
  void start() throws IOException {
    chain = new ChainOfSites(Optional.empty());
    chain.plan(ChainOfSites.PATH);
    Await.until("the tunnel is up", PATIENCE,
        () -> !valuesAt("A", LatencyClass.BULK).isEmpty() && !valuesAt("D", LatencyClass.BULK).isEmpty());
  }

  @AfterEach
  void stop() throws IOException {
    chain.close();
  }

  private List<Integer> valuesAt(String site, LatencyClass latencyClass) {
    return chain.context(site).marks().marked().entrySet().stream().filter(entry -> entry.getValue() == latencyClass)
        .map(Map.Entry::getKey).filter(Channel::isActive).map(channel -> channel.config().getOption(ChannelOption.IP_TOS)).toList();
  }

  @Test
  void whatCarriesBytesOnwardsIsBulkAndLinesAndAcknowledgementsAreInteractive() {
    assertThat(valuesAt("A", LatencyClass.BULK)).as("the tunnel's first pipe").containsOnly(4);
    assertThat(valuesAt("C", LatencyClass.BULK)).as("the relayed pipe").containsOnly(4);
    Stream.of("A", "C", "D", "B").forEach(site ->
        assertThat(valuesAt(site, LatencyClass.INTERACTIVE)).as("lines, and what was accepted at " + site).isNotEmpty().containsOnly(72));
    assertThat(valuesAt("B", LatencyClass.BULK)).as("B opens no tunnel").isEmpty();
  }

  @Test
  void connectionsThatStandFollowOtherMarks() {
    chain.context("C").marks().follow(new ClassMarks(34, 0, 8));
    assertThat(valuesAt("C", LatencyClass.BULK)).isNotEmpty().containsOnly(32);
    assertThat(valuesAt("C", LatencyClass.INTERACTIVE)).isNotEmpty().containsOnly(136);
    assertThat(valuesAt("A", LatencyClass.BULK)).as("of another agent").isNotEmpty().containsOnly(4);
  }

  @Test
  void aNeighbourSaysThatTheMarkOfALineHasBecomeNothing() {
    assumeTrue(SocketTransport.best() == SocketTransport.EPOLL);
    assertThat(chain.line("A", "C").orElseThrow().mark()).as("a link of tests passes on bytes by a connection of its own")
        .contains(new ArrivedMark(18, 0));
  }

  @Test
  void aConnectionThatHasEndedIsForgotten() {
    Channel channel = chain.context("A").marks().marked().keySet().stream().findFirst().orElseThrow();
    channel.close().awaitUninterruptibly();
    Await.until("it is forgotten", PATIENCE, () -> !chain.context("A").marks().marked().containsKey(channel));
  }
}
