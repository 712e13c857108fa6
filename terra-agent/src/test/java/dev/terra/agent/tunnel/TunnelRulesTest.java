package dev.terra.agent.tunnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.api.v1.TunnelHello;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The pure rules of tunnels. */
class TunnelRulesTest {
  @Test
  void aSecondOfSilenceIsDeathAndAnyByteIsLife() {
    TunnelHealth health = new TunnelHealth();
    for (int i = 0; i < 3; i++) {
      assertThat(health.tick(false)).isFalse();
    }
    assertThat(health.tick(true)).isFalse();
    for (int i = 0; i < 3; i++) {
      assertThat(health.tick(false)).isFalse();
    }
    assertThat(health.tick(false)).isTrue();
    assertThat(health.silentMillis()).isEqualTo(1_000);
  }

  @Test
  void delaysGrowToASecondWithJitterAndStartOver() {
    Backoff backoff = new Backoff(new Random(3));
    long last = 0;
    for (int i = 0; i < 20; i++) {
      last = backoff.nextDelayMillis();
      assertThat(last).isBetween(50L, 1_000L);
    }
    assertThat(last).isGreaterThanOrEqualTo(500);
    backoff.reset();
    assertThat(backoff.nextDelayMillis()).isLessThanOrEqualTo(100);
  }

  @Test
  void theLeastRoundTripIsForgottenAfterAWhile() {
    LeastRtt least = new LeastRtt();
    assertThat(least.add(50)).isEqualTo(50);
    assertThat(least.add(70)).isEqualTo(50);
    for (int i = 0; i < LeastRtt.SAMPLES; i++) {
      assertThat(least.add(100)).isEqualTo(50);
    }
    for (int i = 0; i < LeastRtt.SAMPLES; i++) {
      least.add(100);
    }
    assertThat(least.add(100)).isEqualTo(100);
  }

  private static TunnelHello hello(int version, int hop, String... path) {
    return TunnelHello.newBuilder().setProtocolVersion(version).setHop(hop).addAllPath(List.of(path)).build();
  }

  private static void refused(TunnelHello hello, String why) {
    assertThatThrownBy(() -> Handshake.check(new SiteId("C"), hello))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining(why);
  }

  @Test
  void aHelloHasToFitThisSite() {
    assertThat(Handshake.check(new SiteId("C"), hello(1, 1, "A", "C", "B"))).isEqualTo(Path.of("A", "C", "B"));
    refused(hello(2, 1, "A", "C", "B"), "version 1");
    refused(hello(1, 0, "C", "B"), "hop 0");
    refused(hello(1, 2, "A", "C", "B"), "hop 2");
    refused(hello(1, -1, "A", "C", "B"), "hop -1");
    refused(hello(1, 9, "A", "C"), "hop 9");
    refused(hello(1, 1, "A", "C", "A"), "no site twice");
    refused(hello(1, 1, "A", ""), "a site's id");
    refused(
        TunnelHello.newBuilder().setProtocolVersion(1).setHop(1).addAllPath(Collections.nCopies(65, "C")).build(), "at most 64");
  }

  @Test
  void thePathSaysWhoComesNext() {
    assertThat(Handshake.next(Path.of("A", "C", "B"), 1)).contains(new SiteId("B"));
    assertThat(Handshake.next(Path.of("A", "C", "B"), 2)).isEmpty();
  }
}
