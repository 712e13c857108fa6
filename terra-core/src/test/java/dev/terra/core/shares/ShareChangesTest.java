package dev.terra.core.shares;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
  void aTransitionEndsExactlyAndDoesNotExceedTheWhole() {
    ShareTransition transition = ShareTransition.moving(ImmutableList.of(40L, 40L), ImmutableList.of(75L, 5L), 10);
    assertThat(transition.steps()).isEqualTo(4);
    assertThat(transition.after(0)).containsExactly(40L, 40L);
    assertThat(transition.after(1)).containsExactly(48L, 31L);
    assertThat(transition.after(4)).containsExactly(75L, 5L);
  }

  @Test
  void ratesFollowTheCachesThatThereAre() {
    MissRatioCurve falling = MissRatioCurve.of(List.of(40L, 80L), List.of(.5, .25));
    SharePool pool = new SharePool(ImmutableList.of(new RateResource("reads", true)),
        ImmutableList.of(new CacheTenant("a", DEMAND, falling, allotment(40, 100)), new CacheTenant("b", DEMAND, FLAT, allotment(40, 100))),
        ShareRules.of(10, 10));
    ImmutableList<Allotment> divided = pool.withCaches(List.of(80L, 10L));
    assertThat(divided.get(0).rates().get(0)).isCloseTo(50 + 50 * 50 / 150., within(1e-9));
    assertThat(divided.get(1).rates().get(0)).isCloseTo(100 + 50 * 100 / 150., within(1e-9));
    assertThat(pool.gain(divided)).isGreaterThan(.33);
  }

  @Test
  void aDivisionThatHoldsHasTheRatesOfItsCaches() {
    MissRatioCurve falling = MissRatioCurve.of(List.of(40L, 80L), List.of(.5, .25));
    SharePool pool = new SharePool(ImmutableList.of(new RateResource("reads", true)),
        ImmutableList.of(new CacheTenant("a", DEMAND, falling, allotment(40, 100)), new CacheTenant("b", DEMAND, FLAT, allotment(40, 100))),
        ShareRules.of(10, 10));
    ImmutableList<Allotment> hare = SharePolicy.HARE.divide(pool);
    ImmutableList<Allotment> again = pool.withCaches(hare.stream().map(Allotment::cacheBytes).toList());
    assertThat(again.get(0).rates().get(0)).isCloseTo(hare.get(0).rates().get(0), within(1e-9));
    assertThat(again.get(1).rates().get(0)).isCloseTo(hare.get(1).rates().get(0), within(1e-9));
  }
}
