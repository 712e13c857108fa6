package dev.terra.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.NetworkStatus;
import dev.terra.api.v1.ProbeReport;
import dev.terra.api.v1.TunnelCounts;
import dev.terra.api.v1.TunnelStatus;
import dev.terra.api.v1.WanPath;
import dev.terra.core.wan.SiteId;
import dev.terra.network.rules.Role;
import dev.terra.network.rules.RuleMatch;
import dev.terra.network.rules.TunnelPorts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests with a tunnel from A over C to B, and the counts that its probes have left behind. */
class VerificationTest {
  private static final int FRAMES = 20;
  private static final WanPath PATH = WanPath.newBuilder().addAllSites(List.of("A", "C", "B")).build();
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");
  private static final SiteId C = new SiteId("C");
  private static final ProbeCounts NOTHING = new ProbeCounts(Map.of(), Map.of());

  private static ProbeReport counts(long answered, long bytes) {
    return ProbeReport.newBuilder()
        .addTunnels(TunnelCounts.newBuilder().setPath(PATH).setAnswered(answered).setPassedOnBytes(bytes)).build();
  }

  private static TunnelStatus verified(TunnelStatus.Builder tunnel, ProbeCounts after) {
    return new Verification(FRAMES, NOTHING, after).of(NetworkStatus.newBuilder().addTunnels(tunnel.setPath(PATH)).build()).getTunnels(0);
  }

  private static Map<RuleMatch, Long> rules(long forward, long backward) {
    return Map.of(new RuleMatch(Optional.of(A), B, Role.TO_LISTENER, 4, TunnelPorts.LABEL_MASK), forward,
        new RuleMatch(Optional.of(B), A, Role.TO_OPENER, 4, TunnelPorts.LABEL_MASK), backward);
  }

  @Test
  void aTunnelThatIsPassedOnIsVerifiedByThoseWhoDo() {
    assertThat(verified(TunnelStatus.newBuilder().setUp(true), new ProbeCounts(
        Map.of(A, counts(FRAMES, 0), C, counts(0, 2000)), Map.of())).getVerified()).isTrue();
    assertThat(verified(TunnelStatus.newBuilder().setUp(true), new ProbeCounts(
        Map.of(A, counts(FRAMES, 0), C, counts(0, 10)), Map.of())).getProblem()).contains("the agent of C has passed on 10 bytes");
  }

  @Test
  void unansweredProbesVerifyNothing() {
    TunnelStatus tunnel = verified(TunnelStatus.newBuilder().setUp(true), new ProbeCounts(
        Map.of(A, counts(3, 0), C, counts(0, 2000)), Map.of()));

    assertThat(tunnel.getVerified()).isFalse();
    assertThat(tunnel.getProblem()).isEqualTo("3 of 20 probes were answered");
  }

  @Test
  void aRoutedTunnelIsVerifiedByTheCountersOfItsRulesInBothDirections() {
    TunnelStatus.Builder routed = TunnelStatus.newBuilder().setUp(true).setLabel(4);
    Map<SiteId, ProbeReport> agents = Map.of(A, counts(FRAMES, 0));

    assertThat(verified(routed, new ProbeCounts(agents,
        Map.of(A, rules(20, 20), C, rules(20, 20), B, rules(20, 20)))).getVerified()).isTrue();
    assertThat(verified(routed, new ProbeCounts(agents,
        Map.of(A, rules(20, 20), C, rules(20, 0), B, rules(20, 20)))).getProblem()).isEqualTo("at C 0 of 20 probes were counted");
    assertThat(verified(routed, new ProbeCounts(agents, Map.of(A, rules(20, 20)))).getProblem()).isEqualTo("no rule at B");
  }

  @Test
  void aTunnelThatIsDownIsNot() {
    assertThat(verified(TunnelStatus.newBuilder().setProblem("silent"), NOTHING).getProblem()).isEqualTo("silent; it is down");
  }
}
