package dev.terra.schedule.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.Wans;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of the fast solver and OR-Tools on random programs over all WANs. A build checks few programs. To check more, set the system
 * property {@code terra.instances} (10,000 takes about a minute), or run {@code ./terra bench schedule --check N} on any one WAN.
 */
class SolverAuditTest {
  private static final int INSTANCES = Integer.getInteger("terra.instances", 540);

  static List<Wan> wans() {
    List<Wan> wans = new ArrayList<>();
    Wans.NAMES.forEach(name -> wans.add(Wans.load(name)));
    wans.add(Wans.random(30, 70));
    List.of("triangle", "swan", "att").forEach(name -> wans.add(Wans.capped(Wans.load(name), 1)));
    wans.add(Wans.capped(Wans.random(30, 70), 2));
    return wans;
  }

  @ParameterizedTest
  @MethodSource("wans")
  void solversAgree(Wan wan) {
    SolverAudit audit = new SolverAudit(new PathSets(wan, PathRules.defaults()), 42);
    int share = Math.max(1, INSTANCES / wans().size());
    for (int i = 0; i < share; i++) {
      audit.checkNext();
    }

    assertThat(audit.faults()).isEmpty();
    assertThat(audit.maxGap()).isLessThanOrEqualTo(1e-7);
    assertThat(audit.fallbacks()).as("the fast solver answers nearly all by itself").isLessThanOrEqualTo(1 + share / 200);
    assertThat(audit.blocked()).as("most instances are solvable").isLessThan(share / 2);
  }
}
