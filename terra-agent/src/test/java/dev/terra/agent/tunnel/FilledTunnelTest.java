package dev.terra.agent.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.support.Await;
import dev.terra.core.wan.Path;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests tunnels that are filled with bytes that the far end throws away. */
@Timeout(120)
class FilledTunnelTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private ChainOfSites chain;

  @BeforeEach
  void start() throws IOException {
    chain = new ChainOfSites(Optional.empty());
  }

  @AfterEach
  void stop() throws IOException {
    chain.close();
  }

  private Tunnel opened(Path path) {
    chain.plan(path);
    Await.until("the tunnel is up", PATIENCE, () -> !chain.at("A").up().isEmpty());
    return chain.at("A").up().peek();
  }

  @Test
  void aTunnelOfOneHopIsFilledAndItsFarEndAnswersProbesOnly() {
    Tunnel tunnel = opened(Path.of("A", "C"));
    assertThat(tunnel.isFillable()).isTrue();
    for (int i = 0; i < 20; i++) {
      tunnel.fill(true);
    }
    assertThat(tunnel.isBusy()).isTrue();
    tunnel.fill(false);
    assertThat(tunnel.isBusy()).isFalse();

    long before = tunnel.answeredProbes();
    tunnel.probe(System.nanoTime());
    Await.until("a probe behind it is answered", PATIENCE, () -> tunnel.answeredProbes() > before);
    assertThat(tunnel.isOpen()).isTrue();
  }

  @Test
  void whatOtherSitesPassOnIsNotFilled() {
    assertThat(opened(ChainOfSites.PATH).isFillable()).isFalse();
  }
}
