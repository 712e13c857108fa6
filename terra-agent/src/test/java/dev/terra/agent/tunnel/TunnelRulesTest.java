package dev.terra.agent.tunnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.agent.link.LeastRtt;
import dev.terra.api.v1.TunnelHello;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the pure rules of tunnels. */
class TunnelRulesTest {
  private static int ticksUntilDead(TunnelHealth health) {
    for (int i = 1; i < 1_000; i++) {
      if (health.tick(false, false, 0) == TunnelHealth.Verdict.DEAD) {
        return i;
      }
    }
    throw new AssertionError("never dead");
  }

  private static long probes(TunnelHealth health, int ticks, boolean busy) {
    return IntStream.range(0, ticks).filter(i -> health.tick(true, busy, 0) == TunnelHealth.Verdict.PROBE).count();
  }

  /** Returns the health of a tunnel that has answered quickly for a while. */
  private static TunnelHealth lively(boolean watched) {
    TunnelHealth health = new TunnelHealth(watched);
    for (int i = 0; i < 40; i++) {
      health.rtt(TimeUnit.MILLISECONDS.toNanos(1));
    }
    return health;
  }

  @Test
  void silenceIsSuspectThenDeathAndAnyByteIsLife() {
    TunnelHealth health = lively(true);
    for (int i = 0; i < 3; i++) {
      assertThat(health.tick(false, false, 0)).isEqualTo(TunnelHealth.Verdict.PROBE);
    }
    assertThat(health.isSuspect()).isTrue();
    assertThat(health.tick(true, false, 0)).as("it is alive: no need to ask").isEqualTo(TunnelHealth.Verdict.NOTHING);
    assertThat(health.isSuspect()).isFalse();
    assertThat(ticksUntilDead(health)).isEqualTo(10);
    assertThat(health.silentMillis()).isEqualTo(2_000);
  }

  @Test
  void anIdleTunnelOfSeveralHopsIsProbedRarely() {
    TunnelHealth health = new TunnelHealth(false);
    assertThat(probes(health, 200, false)).isEqualTo(4);
    assertThat(ticksUntilDead(health)).isEqualTo(150);
  }

  @Test
  void aTunnelThatCarriesDataIsFoundSilentWithinASecond() {
    TunnelHealth health = lively(false);
    for (int i = 0; i < 20; i++) {
      assertThat(health.tick(false, false, 0)).isNotEqualTo(TunnelHealth.Verdict.DEAD);
    }
    assertThat(health.tick(false, true, 0)).as("old silence doesn't count").isEqualTo(TunnelHealth.Verdict.PROBE);
    assertThat(health.tick(false, true, 0)).as("its acknowledgements may be as late").isEqualTo(TunnelHealth.Verdict.NOTHING);
    assertThat(health.tick(false, true, 0)).isEqualTo(TunnelHealth.Verdict.PROBE);
    assertThat(health.isSuspect()).isFalse();
    assertThat(health.tick(false, true, 0)).isEqualTo(TunnelHealth.Verdict.PROBE);
    assertThat(health.isSuspect()).isTrue();
    assertThat(health.tick(false, false, 0)).as("its bytes have gone another way").isEqualTo(TunnelHealth.Verdict.PROBE);
    assertThat(health.isSuspect()).as("but it still has not answered").isTrue();
    assertThat(ticksUntilDead(health)).isEqualTo(46);
  }

  @Test
  void aTunnelWhoseBytesHaveAllBeenAcknowledgedOwesNothing() {
    TunnelHealth health = lively(false);
    health.tick(false, true, 0);
    health.tick(true, false, 0);
    assertThat(probes(health, 10, false)).isZero();
    assertThat(health.tick(false, false, 0)).isEqualTo(TunnelHealth.Verdict.NOTHING);
    assertThat(ticksUntilDead(health)).isEqualTo(149);
  }

  private static int ticksUntilSuspect(TunnelHealth health) {
    for (int i = 1; i < 100; i++) {
      health.tick(false, false, 0);
      if (health.isSuspect()) {
        return i;
      }
    }
    throw new AssertionError("never suspect");
  }

  @Test
  void falseAlarmsTeachPatienceWhichIsForgottenSlowly() {
    TunnelHealth health = lively(true);
    assertThat(ticksUntilSuspect(health)).isEqualTo(3);
    health.tick(true, false, 0);
    assertThat(ticksUntilSuspect(health)).isEqualTo(5);
    health.tick(true, false, 0);
    assertThat(ticksUntilSuspect(health)).isEqualTo(7);
    health.tick(true, false, 0);
    assertThat(ticksUntilSuspect(health)).as("1 s longer at most").isEqualTo(8);
    for (int i = 0; i <= 8 * TunnelHealth.CALM_TICKS; i++) {
      health.tick(true, false, 0);
    }
    assertThat(ticksUntilSuspect(health)).isEqualTo(3);
  }

  @Test
  void aTunnelThatCarriesDataAndIsHeardOfIsProbedOnceASecond() {
    assertThat(probes(lively(false), 80, true)).isEqualTo(16);
    assertThat(probes(lively(true), 80, true)).isEqualTo(40);
  }

  @Test
  void aSlowTunnelIsGivenTheTimeOfAChunkAndProbedTheMoreSeldom() {
    TunnelHealth health = lively(false);
    assertThat(IntStream.range(0, 101).filter(i -> health.tick(true, true, 2) == TunnelHealth.Verdict.PROBE).count()).isEqualTo(3);
    List<TunnelHealth.Verdict> silent = IntStream.range(0, 5).mapToObj(i -> health.tick(false, true, 2)).toList();
    assertThat(silent).as("a chunk takes 2 ticks").containsExactly(TunnelHealth.Verdict.NOTHING, TunnelHealth.Verdict.NOTHING,
        TunnelHealth.Verdict.NOTHING, TunnelHealth.Verdict.PROBE, TunnelHealth.Verdict.PROBE);
    assertThat(health.isSuspect()).isTrue();
    TunnelHealth slowest = lively(false);
    int ticks = 0;
    for (; ticks < 100 && !slowest.isSuspect(); ticks++) {
      slowest.tick(false, true, TunnelHealth.chunkGrace(Long.MAX_VALUE));
    }
    assertThat(ticks).as("2 s longer at most, and one until an answer is owed").isEqualTo(1 + 3 + 10);
    assertThat(ticksUntilDead(health)).as("dead as soon as any other").isEqualTo(TunnelHealth.FAR_DEAD_TICKS - 5);
  }

  @Test
  void theGraceOfAChunkIsThatOfTwoAndItsRounding() {
    assertThat(TunnelHealth.chunkGrace(TimeUnit.MILLISECONDS.toNanos(66))).isZero();
    assertThat(TunnelHealth.chunkGrace(TimeUnit.MILLISECONDS.toNanos(500))).isEqualTo(6);
    assertThat(TunnelHealth.chunkGrace(Long.MAX_VALUE)).isEqualTo(TunnelHealth.MAX_CHUNK_TICKS);
  }

  @Test
  void aTunnelOfALinkOnWhichOthersAreHeardIsSuspectAndDeadTwoSecondsLater() {
    TunnelHealth health = lively(true);
    List<TunnelHealth.Verdict> silent = IntStream.range(0, 12).mapToObj(i -> health.tick(false, false, TunnelHealth.linkGrace(0))).toList();
    assertThat(silent).containsOnly(TunnelHealth.Verdict.PROBE);
    assertThat(health.isSuspect()).isFalse();
    silent = IntStream.range(12, 20).mapToObj(i -> health.tick(false, false, TunnelHealth.linkGrace(1))).toList();
    assertThat(health.isSuspect()).isTrue();
    assertThat(silent.subList(0, 7)).containsOnly(TunnelHealth.Verdict.PROBE);
    assertThat(silent.get(7)).isEqualTo(TunnelHealth.Verdict.DEAD);
    TunnelHealth cut = lively(true);
    IntStream.range(0, 3).forEach(i -> cut.tick(false, false, TunnelHealth.linkGrace(i)));
    assertThat(cut.isSuspect()).as("nothing is heard on its link").isTrue();
  }

  @Test
  void slowAnswersGiveALostProbeTimeToComeAgain() {
    TunnelHealth health = lively(true);
    health.rtt(TimeUnit.MILLISECONDS.toNanos(120));
    assertThat(health.deadTicks()).isEqualTo(10);
    health.rtt(TimeUnit.MILLISECONDS.toNanos(400));
    for (int i = 0; i < 4; i++) {
      health.tick(false, false, 0);
    }
    assertThat(health.isSuspect()).isFalse();
    health.tick(false, false, 0);
    assertThat(health.isSuspect()).isTrue();
    assertThat(ticksUntilDead(health)).isEqualTo(14 - 5);
    health.rtt(TimeUnit.SECONDS.toNanos(30));
    assertThat(health.deadTicks()).as("never more than 3 s").isEqualTo(15);
  }

  @Test
  void aTunnelThatHasNotAnsweredYetHasThreeSeconds() {
    assertThat(ticksUntilDead(new TunnelHealth(true))).isEqualTo(15);
    TunnelHealth answered = new TunnelHealth(true);
    answered.rtt(TimeUnit.MILLISECONDS.toNanos(20));
    assertThat(ticksUntilSuspect(answered)).as("its first answer counts, not what was supposed before").isEqualTo(3);
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
    assertThat(Handshake.check(new SiteId("C"), hello(6, 1, "A", "C"))).isEqualTo(Path.of("A", "C"));
    assertThat(Handshake.check(new SiteId("C"), hello(6, 2, "A", "B", "C"))).isEqualTo(Path.of("A", "B", "C"));
    refused(hello(6, 0, "C", "B"), "hop 0");
    refused(hello(6, 1, "A", "C", "B"), "expected C at hop 1, the last one, of A:C:B");
    refused(hello(6, -1, "A", "C"), "hop -1");
    refused(hello(6, 9, "A", "C"), "hop 9");
    refused(hello(6, 1, "A", "C", "A"), "no site twice");
    refused(hello(6, 1, "A", ""), "a site's id");
    refused(
        TunnelHello.newBuilder().setProtocolVersion(6).setHop(1).addAllPath(Collections.nCopies(65, "C")).build(), "at most 64");
  }

  private static TunnelHello speaks(int oldest, int newest) {
    return hello(oldest, 1, "A", "C").toBuilder().setNewestVersion(newest).build();
  }

  @Test
  void theNewestVersionThatBothKnowIsSpokenAndOlderAgentsAreRefused() {
    assertThat(Handshake.version(speaks(5, 5))).isEqualTo(5);
    assertThat(Handshake.version(speaks(2, 7))).isEqualTo(6);
    assertThat(Handshake.check(new SiteId("C"), speaks(4, 5))).isEqualTo(Path.of("A", "C"));
    refused(speaks(7, 8), "speaks tunnel protocol versions 5 to 6, the tunnel's opener 7 to 8");
    refused(speaks(1, 4), "speaks tunnel protocol versions 5 to 6, the tunnel's opener 1 to 4");
    refused(speaks(0, 0), "speaks tunnel protocol versions 5 to 6, the tunnel's opener 0 to 0");
  }

  /** Agents of two versions meet while sites are upgraded one after another. */
  @Test
  void framesOfTheVersionBeforeAreNotPassedOn() {
    refused(hello(5, 1, "A", "C", "B"), "C relays only pipes, which version 5 of the tunnel protocol does not have: A:C:B is "
        + "available again when the agents of all its sites are upgraded");
    refused(hello(5, 2, "A", "B", "C"), "C relays only pipes");
    assertThat(Handshake.check(new SiteId("C"), hello(5, 2, "A", "B", "C").toBuilder().setEndToEnd(true).build()))
        .as("the network routes it").isEqualTo(Path.of("A", "B", "C"));
  }
}
