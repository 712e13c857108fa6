package dev.terra.schedule.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.Sets;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Wan;
import dev.terra.core.wan.WanResource;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.SolverName;
import dev.terra.schedule.Wans;
import dev.terra.schedule.check.RandomShuffles;
import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.lp.LpSolver;
import dev.terra.schedule.ortools.GlopSolver;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Compares the links that explain names with the prices of both solvers, and with the effect of 1 % more capacity on each link. */
class BottleneckPropertiesTest {
  private static final Map<String, PathSets> PATHS = new HashMap<>();
  /** The least share that counts. Errors from GLOP's absolute tolerances of 1e-10 are far smaller. */
  private static final double SHARE = 1e-6;
  private static final double DOUBT = 30;
  /** The least decrease that counts, as a share of Gamma. */
  private static final double DROP = 1e-8;

  private final LpSolver fast = PolicyScheduler.solver(SolverName.FAST);
  private final LpSolver reference = new GlopSolver();
  private final LpProblem problem = new LpProblem();

  @Provide
  Arbitrary<String> wans() {
    return Arbitraries.of(Wans.NAMES);
  }

  private static PathSets paths(String wan) {
    return PATHS.computeIfAbsent(wan, name -> new PathSets(Wans.load(name), PathRules.defaults()));
  }

  /** Solves the shuffle's program with the capacities of a WAN. */
  private LpSolution solve(LpSolver solver, PathSets paths, Wan wan, ShuffleDemand shuffle) {
    double[] capacity = new double[paths.wan().links().size()];
    wan.links().forEach(link -> capacity[paths.wan().indexOf(link.id())] = link.capacity().bytesPerSecond());
    problem.reset(capacity);
    for (BundleDemand bundle : shuffle.bundles()) {
      problem.add(paths.between(wan.indexOf(bundle.from()), wan.indexOf(bundle.to())), bundle.bytes());
    }
    return solver.solve(problem);
  }

  private Set<WanResource> priced(LpSolver solver, PathSets paths, Wan wan, ShuffleDemand shuffle) {
    LpSolution solution = solve(solver, paths, wan, shuffle);
    double[] capacity = problem.capacity();
    double sum = 0;
    for (int link = 0; link < capacity.length; link++) {
      sum += solution.price(link) * capacity[link];
    }
    Set<WanResource> priced = new TreeSet<>();
    for (int link = 0; link < capacity.length; link++) {
      if (solution.price(link) * capacity[link] > SHARE * sum) {
        priced.add(paths.wan().links().get(link).id());
      }
    }
    return priced;
  }

  /** Returns whether any link's share is so near to the least share that counts that two solvers may disagree on whether it counts. */
  private boolean anyPriceIsDoubtful(LpSolver solver, PathSets paths, Wan wan, ShuffleDemand shuffle) {
    LpSolution solution = solve(solver, paths, wan, shuffle);
    double[] worth = problem.capacity().clone();
    Arrays.setAll(worth, link -> worth[link] * solution.price(link));
    double sum = Arrays.stream(worth).sum();
    return Arrays.stream(worth).anyMatch(value -> value > SHARE * sum / DOUBT && value < SHARE * sum * DOUBT);
  }

  private static Wan wider(Wan wan, Set<? extends WanResource> links) {
    return wan.mapLinks(link -> links.contains(link.id()) ? link.withCapacity(link.capacity().times(1.01)) : link);
  }

  /** Returns the links of which 1 % more capacity on that link alone makes Gamma smaller, according to OR-Tools. */
  private Set<LinkId> worthWidening(PathSets paths, Wan wan, ShuffleDemand shuffle) {
    double before = 1 / solve(reference, paths, wan, shuffle).lambda();
    Set<LinkId> worth = new TreeSet<>();
    wan.links().forEach(link -> {
      double after = 1 / solve(reference, paths, wider(wan, Set.of(link.id())), shuffle).lambda();
      if (before - after > DROP * before) {
        worth.add(link.id());
      }
    });
    return worth;
  }

  /** Since all capacities are different, no two links are full by coincidence, and prices are unique. */
  @Property(tries = 40)
  void bottlenecksArePricedByBothSolversAndGammaDropsWhenTheyGetMore(@ForAll("wans") String name, @ForAll long seed) {
    PathSets paths = paths(name);
    Random random = new Random(seed);
    Wan wan = paths.wan().mapLinks(link -> link.withCapacity(link.capacity().times(0.5 + random.nextDouble())));
    ShuffleDemand shuffle = new RandomShuffles(wan, seed).next(0);

    Assume.that(!anyPriceIsDoubtful(fast, paths, wan, shuffle) && !anyPriceIsDoubtful(reference, paths, wan, shuffle));

    GammaLimits limits = new LimitSearch(paths, fast).limits(wan, shuffle);

    assertThat(limits.bottlenecks()).isNotEmpty().isEqualTo(limits.named());
    assertThat(new TreeSet<>(limits.bottlenecks()))
        .isEqualTo(priced(fast, paths, wan, shuffle))
        .isEqualTo(priced(reference, paths, wan, shuffle))
        .isEqualTo(worthWidening(paths, wan, shuffle));
    assertThat(limits.links().stream().mapToDouble(LimitingLink::share).sum()).isCloseTo(1, within(1e-6));
  }

  /** In real WANs, many links are alike. Any optimal prices name at least the links that help alone, and at most all named links. */
  @Property(tries = 40)
  void whereManyPricesAreOptimalTheOnesThatHelpAloneAreInAllAndTheNamedOnesInSome(@ForAll("wans") String name, @ForAll long seed) {
    PathSets paths = paths(name);
    Wan wan = paths.wan();
    ShuffleDemand shuffle = new RandomShuffles(wan, seed).next(0);

    GammaLimits limits = new LimitSearch(paths, fast).limits(wan, shuffle);

    assertThat(new TreeSet<>(limits.bottlenecks())).isEqualTo(worthWidening(paths, wan, shuffle));
    for (LpSolver solver : List.of(fast, reference)) {
      assertThat(priced(solver, paths, wan, shuffle)).containsAll(limits.bottlenecks());
      assertThat(limits.names(priced(solver, paths, wan, shuffle))).isTrue();
    }
    assertThat(1 / solve(reference, paths, wider(wan, Set.copyOf(limits.named())), shuffle).lambda())
        .isBetween(limits.gammaSeconds() / 1.01 * (1 - DROP), limits.gammaSeconds() * (1 - DROP));
    limits.links().stream().filter(limit -> !limit.helpsAlone()).forEach(limit -> helpsInCompany(paths, limit, shuffle));
  }

  /** In this case, 1 % more on the named links is limited by another link, which has less than 1 % to spare. */
  @Example
  void aLinkMayNeedTheCompanyOfLinksThatAreNotNamed() {
    whereManyPricesAreOptimalTheOnesThatHelpAloneAreInAllAndTheNamedOnesInSome("google-b4-2018", 6936894063681055426L);
  }

  private void helpsInCompany(PathSets paths, LimitingLink limit, ShuffleDemand shuffle) {
    Set<WanResource> company = Set.copyOf(limit.onlyWith());
    Set<WanResource> all = Sets.union(company, Set.of(limit.link()));
    double without = solve(reference, paths, wider(paths.wan(), company), shuffle).lambda();
    double with = solve(reference, paths, wider(paths.wan(), all), shuffle).lambda();
    assertThat(with).as(limit.toString()).isGreaterThan(without * (1 + DROP / 10));
  }
}
