package dev.terra.core.shares;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShareChangesTest {
  private static final MissRatioCurve FLAT = MissRatioCurve.of(List.of(10L, 100L), List.of(.5, .5));
  private static final RequestDemand DEMAND = new RequestDemand(ImmutableList.of(1.), ImmutableList.of(1.));
  private static final SharePool POOL = new SharePool(ImmutableList.of(new RateResource("reads", true)),
      ImmutableList.of(new CacheTenant("a", DEMAND, FLAT, allotment(40, 100)), new CacheTenant("b", DEMAND, FLAT, allotment(40, 100))),
      ShareRules.of(10, 10));

  private static Allotment allotment(long cache, double rate) {
    return new Allotment(cache, ImmutableList.of(rate));
  }

  @Test
  void onlyWhatIsClearlyBetterReplacesWhatHolds() {
    ImmutableList<Allotment> little = ImmutableList.of(allotment(40, 103), allotment(40, 103));
    ImmutableList<Allotment> much = ImmutableList.of(allotment(40, 106), allotment(40, 106));
    ShareReview review = new ShareReview(.05);
    assertThat(review.next(POOL, POOL.bases(), little)).isEqualTo(POOL.bases());
    assertThat(review.next(POOL, POOL.bases(), much)).isEqualTo(much);
    assertThat(review.next(POOL, little, much)).isEqualTo(little);
  }

  @Test
  void aTenantFarBelowItsBaseIsNotLeftThere() {
    ImmutableList<Allotment> unfair = ImmutableList.of(allotment(40, 93), allotment(40, 150));
    ImmutableList<Allotment> better = ImmutableList.of(allotment(40, 97), allotment(40, 97));
    assertThat(new ShareReview(.05).next(POOL, unfair, better)).isEqualTo(better);
  }

  @Test
  void aTransitionEndsExactlyAndKeepsTheWhole() {
    ImmutableList<Allotment> last = ImmutableList.of(allotment(75, 40), allotment(5, 160));
    ShareTransition transition = ShareTransition.moving(POOL.bases(), last, 10);
    assertThat(transition.steps()).isEqualTo(4);
    assertThat(transition.after(0)).isEqualTo(POOL.bases());
    assertThat(transition.after(4)).isEqualTo(last);
    assertThat(transition.after(2)).containsExactly(allotment(57, 70), allotment(23, 130));
  }
}
