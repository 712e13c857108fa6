package dev.terra.agent.tunnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableSet;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

/** Tests which tunnels of other sites are accepted. */
class AcceptedPathsTest {
  private static final SiteId B = new SiteId("B");
  private static final SiteId C = new SiteId("C");
  private static final Path OVER_C = Path.of("A", "C", "B");
  private static final Path OVER_D = Path.of("A", "D", "B");

  private final AcceptedPaths accepted = new AcceptedPaths();

  private void refused(Path path, SiteId at, long nowNanos, String why) {
    assertThatThrownBy(() -> accepted.check(path, at, nowNanos)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(why);
  }

  @Test
  void beforeAnyPlanASiteIsNoEndAndNoRelay() {
    refused(OVER_C, B, 0, "B has not yet received the planned tunnels");
    refused(OVER_C, C, 0, "C has not yet received the planned tunnels");
    assertThat(accepted.mayStay(OVER_C, 0)).isTrue();
  }

  @Test
  void whatIsPlannedIsAcceptedAndNothingElse() {
    accepted.follow(ImmutableSet.of(OVER_C), 0);
    assertThatCode(() -> accepted.check(OVER_C, B, 1)).doesNotThrowAnyException();
    refused(OVER_D, B, 1, "the controller plans no tunnel A:D:B");
    refused(Path.of("X", "C", "B"), C, 1, "plans no tunnel X:C:B");
  }

  /** The openers of tunnels may not have received the new plan yet. */
  @Test
  void whatWasPlannedMayComeForAWhile() {
    long leaving = ProtocolTiming.TUNNEL_RETIRED.nanos();
    accepted.follow(ImmutableSet.of(OVER_C), 0);
    accepted.follow(ImmutableSet.of(OVER_D), 10);
    assertThatCode(() -> accepted.check(OVER_C, B, 9 + leaving)).doesNotThrowAnyException();
    assertThat(accepted.mayStay(OVER_C, 9 + leaving)).isTrue();
    refused(OVER_C, B, 10 + leaving, "plans no tunnel A:C:B");
    assertThat(accepted.mayStay(OVER_C, 10 + leaving)).isFalse();
    assertThat(accepted.mayStay(OVER_D, 10 + leaving)).isTrue();
  }

  @Test
  void aTunnelHasABoundedNumberOfConnections() {
    EmbeddedChannel first = new EmbeddedChannel();
    accepted.count(OVER_C, first);
    for (int i = 1; i < AcceptedPaths.MOST_CONNECTIONS; i++) {
      accepted.count(OVER_C, new EmbeddedChannel());
    }
    assertThatThrownBy(() -> accepted.count(OVER_C, new EmbeddedChannel())).hasMessageContaining("tunnel A:C:B has 64 connections here");
    accepted.count(OVER_D, new EmbeddedChannel());
    assertThat(first.close().isSuccess()).isTrue();
    accepted.count(OVER_C, new EmbeddedChannel());
  }

  @Test
  void anAnswerCountsForAProbeThatWasSentAndOnce() {
    OpenProbes probes = new OpenProbes();
    probes.sent(5);
    assertThat(probes.answered(6)).isFalse();
    assertThat(probes.answered(5)).isTrue();
    assertThat(probes.answered(5)).isFalse();
  }
}
