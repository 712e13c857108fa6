package dev.terra.schedule.lp;

/**
 * The exact path simplex: a primal simplex with generalised upper bounding, see {@link WorkingBasis}. It starts from one good path per
 * bundle, so there is no first phase. Against rounding, it rebuilds the inverse every {@link #REFACTOR_EVERY} pivots. Errors that remain
 * show in the solution's own certificate, which {@link CertifiedSolver} checks.
 */
public final class PathSimplex implements LpSolver {
  private static final int REFACTOR_EVERY = 120;
  /** The most pivots per bundle. One or two are usual; a problem that needs this many makes no progress and goes to the reference. */
  private static final int PIVOTS_PER_BUNDLE = 10;
  private static final int PIVOTS_AT_LEAST = 2_000;
  /**
   * Large problems end in thousands of pivots that gain nothing. A solution whose distance to the proved bound is at most this, relative,
   * counts as the optimum.
   */
  private static final double CLOSE = 1e-9;

  /** The share of a key whose rate is 0 or less because of rounding, so that no bundle ends without a path. */
  private static final double LEAST_SHARE = 1e-200;

  private final ScaledProblem scaled = new ScaledProblem();
  private final WorkingBasis basis = new WorkingBasis();
  private final Pricing pricing = new Pricing();
  private final RatioTest ratio = new RatioTest();
  private final LpSolution solution = new LpSolution();
  private long pivots;

  @Override
  public LpSolution solve(LpProblem problem) {
    solution.reset(problem);
    if (problem.size() > 0 && scaled.take(problem)) {
      basis.start(scaled);
      pricing.start(scaled.capacity.length);
      optimise();
      basis.recompute(scaled.trueCapacity);
      extract();
      solution.complete(problem);
    }
    return solution;
  }

  /** Returns the number of pivots of all problems so far. */
  public long pivots() {
    return pivots;
  }

  private void optimise() {
    int limit = Math.max(PIVOTS_AT_LEAST, PIVOTS_PER_BUNDLE * scaled.bundles);
    for (int pivot = 1; pivot <= limit && pricing.choose(basis); pivot++) {
      ratio.run(basis, pricing);
      if (ratio.stop == RatioTest.Stop.NOTHING || !pivot()) {
        return;
      }
      pivots++;
      if (pivot % REFACTOR_EVERY == 0) {
        if (!basis.refactor()) {
          return;
        }
        basis.recompute(scaled.capacity);
        if (pricing.bound(basis) <= basis.value[0] * (1 + CLOSE)) {
          return;
        }
      }
    }
  }

  private boolean pivot() {
    ratio.advance(basis);
    if (ratio.stop == RatioTest.Stop.LINK) {
      fillLink();
      return true;
    }
    int leaving = ratio.where;
    if (ratio.stop == RatioTest.Stop.KEY) {
      int other = largestOther(ratio.where);
      boolean own = pricing.enteringPath >= 0 && pricing.enteringBundle == ratio.where;
      if (own && (other < 0 || ratio.step >= basis.value[other])) {
        basis.enterAsKey(pricing.enteringBundle, pricing.enteringPath, ratio.direction);
        return true;
      }
      if (other < 0) {
        return false;
      }
      basis.swapWithKey(other);
      ratio.computeDirection(basis, pricing);
      leaving = other;
    }
    return leaving > 0 && leave(leaving);
  }

  private void fillLink() {
    if (pricing.enteringPath >= 0) {
      basis.grow(pricing.enteringBundle, pricing.enteringPath, ratio.step, ratio.where, ratio.direction);
    } else {
      basis.replaceTight(pricing.enteringTight, ratio.where);
    }
  }

  private boolean leave(int structural) {
    if (pricing.enteringPath >= 0) {
      basis.replacePath(structural, pricing.enteringBundle, pricing.enteringPath, ratio.step, ratio.direction);
    } else {
      basis.shrink(structural, pricing.enteringTight);
    }
    return true;
  }

  /** Returns the structural of a bundle with the highest rate; -1 if there is none. */
  private int largestOther(int bundle) {
    int largest = -1;
    for (int j = 1; j < basis.size; j++) {
      if (basis.bundle[j] == bundle && (largest < 0 || basis.value[j] > basis.value[largest])) {
        largest = j;
      }
    }
    return largest;
  }

  private void extract() {
    for (int i = 0; i < basis.size; i++) {
      solution.setPrice(basis.tight[i], basis.inverse[0][i]);
    }
    for (int j = 1; j < basis.size; j++) {
      int path = basis.path[j];
      solution.setShare(basis.bundle[j], scaled.originalPath[path], Math.max(0, basis.value[j]));
    }
    for (int bundle = 0; bundle < scaled.bundles; bundle++) {
      solution.setShare(bundle, scaled.originalPath[basis.key[bundle]], Math.max(LEAST_SHARE, basis.keyRate(bundle)));
    }
  }
}
