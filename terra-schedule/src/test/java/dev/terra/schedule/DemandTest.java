package dev.terra.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.core.wan.SiteId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DemandTest {
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void weightsAreAboveZeroAndFinite(double weight) {
    assertThatThrownBy(() -> ShuffleTerms.ORDINARY.withWeight(weight)).hasMessageContaining("weight must be above 0 and finite");
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void timesAreFinite(double seconds) {
    assertThatThrownBy(() -> ShuffleTerms.ORDINARY.withDeadline(seconds)).hasMessageContaining("deadline must be finite");
    assertThatThrownBy(() -> Wans.shuffle("s", seconds)).hasMessageContaining("shuffle s: arrival must be finite");
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void bytesAreFiniteAndNotNegative(double bytes) {
    assertThatThrownBy(() -> new BundleDemand(A, B, bytes)).hasMessageContaining("A:B: bytes must be finite and at least 0");
  }

  @Test
  void aBundleJoinsTwoSitesByAtLeastOneFlow() {
    assertThatThrownBy(() -> new BundleDemand(A, A, 1)).hasMessageContaining("two different sites");
    assertThatThrownBy(() -> new BundleDemand(A, B, 1, 0)).hasMessageContaining("flows must be at least 1");
    assertThat(new BundleDemand(A, B, 0).flows()).isEqualTo(1);
  }

  @Test
  void aPairIsGivenOnce() {
    assertThatThrownBy(() -> Wans.shuffle("s", 0, "A", "B", 1, "A", "B", 2)).hasMessageContaining("A:B is given twice");
    assertThat(Wans.shuffle("s", 0, "A", "B", 1, "B", "A", 2).bundles()).hasSize(2);
  }

  @Test
  void oneChangeLeavesTheRest() {
    ShuffleDemand demand = Wans.shuffle("s", 3, "A", "B", 1);
    ShuffleTerms terms = ShuffleTerms.ORDINARY.withWeight(2).withPriority(5).withDeadline(9);
    ShuffleDemand changed = demand.withGroup("g").withTerms(terms).withBundles(List.of());

    assertThat(changed.id()).isEqualTo(demand.id());
    assertThat(changed.group()).hasValue("g");
    assertThat(changed.arrivalSeconds()).isEqualTo(3);
    assertThat(changed.terms().weight()).isEqualTo(2);
    assertThat(changed.terms().priority()).isEqualTo(5);
    assertThat(changed.terms().deadlineSeconds()).hasValue(9);
    assertThat(changed.bundles()).isEmpty();
    assertThat(demand.group()).isEmpty();
    assertThat(demand.terms()).isEqualTo(ShuffleTerms.ORDINARY);
  }

  @ParameterizedTest
  @EnumSource(PolicyName.class)
  void policiesAreFoundByName(PolicyName policy) {
    assertThat(PolicyName.parse(policy.toString())).isEqualTo(policy);
    assertThat(PolicyName.names()).contains(policy.toString());
    assertThat(SchedulerConfig.of(policy).alpha()).isEqualTo(policy == PolicyName.TERRA ? 0.1 : 0);
  }

  @Test
  void unknownNamesAndSharesAreErrors() {
    assertThatThrownBy(() -> PolicyName.parse("best")).hasMessageContaining("unknown policy 'best'; expected one of [terra,");
    assertThatThrownBy(() -> SolverName.parse("quick")).hasMessageContaining("unknown solver 'quick'");
    assertThat(SolverName.parse("ortools")).isEqualTo(SolverName.ORTOOLS);
    SchedulerConfig config = SchedulerConfig.of(PolicyName.TERRA_PLUS);
    assertThatThrownBy(() -> config.withAlpha(1)).hasMessageContaining("alpha is 0 up to 1");
    assertThatThrownBy(() -> config.withAlpha(-0.1)).hasMessageContaining("alpha is 0 up to 1");
    assertThatThrownBy(() -> config.withLeastSeconds(-1)).hasMessageContaining("at least 0 s, got -1");
    assertThatThrownBy(() -> config.withLeastSeconds(Double.POSITIVE_INFINITY)).hasMessageContaining("at least 0 s, got Infinity");
    assertThat(config.withAlpha(0.5).withCaching(false).withLeastSeconds(0.2).withSolver(SolverName.ORTOOLS))
        .isEqualTo(new SchedulerConfig(PolicyName.TERRA_PLUS, SolverName.ORTOOLS, 0.5, 0.2, false, false));
  }
}
