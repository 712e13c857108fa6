package dev.terra.core.shares;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Tests of the policies. The first pools are those of the tests of the authors' allocator (chenhao-ye/hopperkv), whose deltas are 10. */
class SharePolicyTest {
  private static final ShareRules RULES = ShareRules.of(10, 10);
  private static final ImmutableList<RateResource> RATES = ImmutableList.of(new RateResource("reads", true),
      new RateResource("writes", false), new RateResource("network", false));

  private static CacheTenant tenant(List<Double> missed, Allotment base, MissRatioCurve curve) {
    return new CacheTenant("tenant", new RequestDemand(ImmutableList.copyOf(missed), ImmutableList.of(1., 0., 0.)), curve, base);
  }

  private static Allotment allotment(long cache, double... rates) {
    ImmutableList.Builder<Double> all = ImmutableList.builder();
    for (double rate : rates) {
      all.add(rate);
    }
    return new Allotment(cache, all.build());
  }

  private static SharePool pool(CacheTenant... tenants) {
    return new SharePool(RATES, ImmutableList.copyOf(tenants), RULES);
  }

  private static void assertNear(Allotment actual, Allotment expected) {
    assertThat(actual.cacheBytes()).isEqualTo(expected.cacheBytes());
    for (int i = 0; i < expected.rates().size(); i++) {
      assertThat(actual.rates().get(i)).isCloseTo(expected.rates().get(i), within(.01));
    }
  }

  private static final MissRatioCurve STEEP = MissRatioCurve.of(List.of(10L, 20L, 40L, 80L, 100L), List.of(.9, .8, .7, .6, .4));

  @Test
  void oneTenantKeepsItsBase() {
    SharePool one = pool(tenant(List.of(.5, .5, 4.), allotment(20, 2, 1.2, 6), STEEP));
    for (SharePolicy policy : SharePolicy.values()) {
      assertThat(policy.divide(one)).isEqualTo(one.bases());
    }
  }

  @Test
  void equalTenantsKeepTheirBases() {
    CacheTenant tenant = tenant(List.of(.5, .5, 4.), allotment(20, 2, 2, 16), STEEP);
    SharePolicy.HARE.divide(pool(tenant, tenant, tenant, tenant)).forEach(actual -> assertNear(actual, allotment(20, 2, 2, 16)));
  }

  @Test
  void readersAndWritersTradeRates() {
    MissRatioCurve allMiss = MissRatioCurve.of(List.of(10L, 100L), List.of(1., 1.));
    SharePool pool = pool(tenant(List.of(.8, .2, 4.), allotment(20, 2, 2, 16), allMiss),
        tenant(List.of(.2, .8, 4.), allotment(20, 2, 2, 16), allMiss));
    for (SharePolicy policy : List.of(SharePolicy.DRF, SharePolicy.HARE)) {
      ImmutableList<Allotment> divided = policy.divide(pool);
      assertNear(divided.get(0), allotment(20, 3.2, .8, 16));
      assertNear(divided.get(1), allotment(20, .8, 3.2, 16));
      assertThat(pool.gain(divided)).isCloseTo(.6, within(1e-9));
    }
  }

  @Test
  void cacheGoesToTheTenantWhoseMissesFallMoreForRates() {
    List<Long> sizes = List.of(20L, 40L, 60L, 80L, 100L);
    SharePool pool = pool(
        tenant(List.of(.8, .2, 4.), allotment(40, 2, 2, 16), MissRatioCurve.of(sizes, List.of(.9, .85, .8, .7, .5))),
        tenant(List.of(.8, .2, 4.), allotment(40, 2, 2, 16), MissRatioCurve.of(sizes, List.of(.8, .6, .3, .2, .15))));
    ImmutableList<Allotment> divided = SharePolicy.HARE.divide(pool);
    assertNear(divided.get(0), allotment(20, 2.75, 1.69, 13.56));
    assertNear(divided.get(1), allotment(60, 1.25, 2.31, 18.44));
  }

  @Test
  void whereAllLackTheSameRateDrfGainsNothingAndHareDoes() {
    SharePool pool = pool(tenant(List.of(1., 0., 0.), allotment(40, 2, 2, 16), MissRatioCurve.of(List.of(40L, 60L), List.of(.9, .88))),
        tenant(List.of(1., 0., 0.), allotment(40, 2, 2, 16), MissRatioCurve.of(List.of(20L, 40L, 60L), List.of(.7, .6, .2))));
    assertThat(pool.gain(SharePolicy.DRF.divide(pool))).isCloseTo(0, within(1e-9));
    assertThat(pool.gain(SharePolicy.HARE.divide(pool))).isGreaterThan(.1);
  }

  @Test
  void memshareLowersMissesAndHurtsWhoGives() {
    SharePool pool = pool(tenant(List.of(1., 0., 0.), allotment(40, 2, 2, 16), MissRatioCurve.of(List.of(20L, 40L), List.of(.2, .1))),
        tenant(List.of(1., 0., 0.), allotment(40, 2, 2, 16), MissRatioCurve.of(List.of(40L, 60L), List.of(.9, .1))));
    ImmutableList<Allotment> divided = SharePolicy.MEMSHARE.divide(pool);
    assertThat(divided.get(0).cacheBytes()).isEqualTo(20);
    assertThat(divided.get(1).cacheBytes()).isEqualTo(60);
    assertThat(pool.gain(divided)).isNegative();
  }

  @Test
  void oneThatWouldTakeDoesNotGiveToItself() {
    SharePool pool = pool(tenant(List.of(1., 0., 0.), allotment(40, 2, 2, 16), MissRatioCurve.of(List.of(40L, 60L), List.of(.9, .1))),
        tenant(List.of(1., 0., 0.), allotment(40, 2, 2, 16), MissRatioCurve.of(List.of(20L, 60L), List.of(.9, .5))));
    ImmutableList<Allotment> divided = SharePolicy.HARE.divide(pool);
    assertThat(divided.stream().mapToLong(Allotment::cacheBytes).sum()).isEqualTo(80);
    assertThat(divided.get(0).cacheBytes()).isGreaterThan(40);
  }

  @Test
  void wrongPoolsAreRefused() {
    assertThatThrownBy(() -> tenant(List.of(1., 0.), allotment(40, 2, 2, 16), STEEP)).hasMessageContaining("spared");
    assertThatThrownBy(() -> pool(tenant(List.of(1., 0., 0.), allotment(40, 2, 2), STEEP))).hasMessageContaining("rates");
    assertThatThrownBy(() -> MissRatioCurve.of(List.of(10L, 20L), List.of(.5, .6))).hasMessageContaining("do not rise");
    assertThatThrownBy(() -> MissRatioCurve.of(List.of(20L, 20L), List.of(.5, .5))).hasMessageContaining("rising sizes");
  }

  /** With any pool, the whole is divided, no tenant is below its base, and the trade gains no less than DRF. */
  @Property(tries = 300)
  void noTenantLosesAndTheWholeIsKept(@ForAll @IntRange(min = 2, max = 8) int tenants, @ForAll long seed) {
    SharePool pool = random(tenants, new SplittableRandom(seed));
    ImmutableList<Allotment> hare = SharePolicy.HARE.divide(pool);
    ImmutableList<Allotment> drf = SharePolicy.DRF.divide(pool);
    for (ImmutableList<Allotment> divided : List.of(hare, drf)) {
      assertThat(divided.stream().mapToLong(Allotment::cacheBytes).sum())
          .isEqualTo(pool.bases().stream().mapToLong(Allotment::cacheBytes).sum());
      for (int i = 0; i < RATES.size(); i++) {
        int rate = i;
        double all = pool.bases().stream().mapToDouble(base -> base.rates().get(rate)).sum();
        assertThat(divided.stream().mapToDouble(one -> one.rates().get(rate)).sum()).isCloseTo(all, within(1e-6 * all));
      }
      assertThat(pool.gain(divided)).isGreaterThan(-1e-9);
    }
    assertThat(pool.gain(hare)).isGreaterThanOrEqualTo(pool.gain(drf) - 1e-9);
  }

  private static SharePool random(int tenants, SplittableRandom random) {
    ImmutableList.Builder<CacheTenant> all = ImmutableList.builder();
    for (int i = 0; i < tenants; i++) {
      List<Long> sizes = new ArrayList<>();
      List<Double> ratios = new ArrayList<>();
      double ratio = 1;
      for (int j = 1; j <= 20; j++) {
        ratio *= 1 - random.nextDouble() * .3;
        sizes.add(j * 50L);
        ratios.add(ratio);
      }
      ImmutableList<Double> missed = ImmutableList.of(random.nextDouble(), random.nextDouble() * .3, 500 + 500 * random.nextDouble());
      RequestDemand demand = new RequestDemand(missed, ImmutableList.of(1., 0., random.nextDouble()));
      all.add(new CacheTenant("tenant " + i, demand, MissRatioCurve.of(sizes, ratios), allotment(400, 1_000, 1_000, 2e6)));
    }
    return new SharePool(ImmutableList.of(new RateResource("reads", true), new RateResource("writes", false),
        new RateResource("network", true)), all.build(), RULES);
  }
}
