package dev.terra.schedule.lp;

/** Computes how far the entering path (or slack) can grow, and what stops it: a link that fills, or a path or key whose rate falls to 0. */
final class RatioTest {
  /** A change below this, relative to the entering variable that grows by 1, is rounding. */
  private static final double TINY = 1e-10;
  /**
   * A product that is larger by rounding can belong to a quotient that is not larger. A link is divided only if its product is below this
   * multiple.
   */
  private static final double ROUNDED = 1 + 1e-12;

  /** What stops the step. */
  enum Stop {
    /** Nothing stops it: the problem has no bounded optimum, which only a rounding error can cause. */
    NOTHING,
    /** A link fills. */
    LINK,
    /** A structural falls to 0. */
    PATH,
    /** The key of a bundle falls to 0. */
    KEY
  }

  Stop stop = Stop.NOTHING;
  /** The index of the link, structural or bundle that stops the step. */
  int where;
  double step;
  double[] direction = new double[64];
  private double[] linkChange = {};
  private double[] keyChange = {};
  private double[] keyRate = {};

  /** Computes the direction and the step for the path or slack that the pricing chose. */
  void run(WorkingBasis basis, Pricing entering) {
    if (direction.length < basis.inverse.length) {
      direction = new double[basis.inverse.length];
    }
    computeDirection(basis, entering);
    computeLinkChanges(basis, entering);
    stop = Stop.NOTHING;
    step = Double.POSITIVE_INFINITY;
    testStructurals(basis);
    testKeys(basis, entering);
    testLinks(basis);
  }

  /** Computes the change of the structurals with the opposite sign: what they lose. */
  void computeDirection(WorkingBasis basis, Pricing entering) {
    if (entering.enteringPath >= 0) {
      basis.columnOf(entering.enteringBundle, entering.enteringPath, direction);
    } else {
      for (int j = 0; j < basis.size; j++) {
        direction[j] = basis.inverse[j][entering.enteringTight];
      }
    }
  }

  private void computeLinkChanges(WorkingBasis basis, Pricing entering) {
    if (linkChange.length != basis.flow.length) {
      linkChange = new double[basis.flow.length];
    }
    double lambdaChange = -direction[0];
    for (int link = 0; link < linkChange.length; link++) {
      linkChange[link] = lambdaChange * basis.keyLoad[link];
    }
    for (int j = 1; j < basis.size; j++) {
      if (direction[j] != 0) {
        basis.addAlong(linkChange, basis.path[j], -direction[j]);
        basis.addAlong(linkChange, basis.key[basis.bundle[j]], direction[j]);
      }
    }
    if (entering.enteringPath >= 0) {
      basis.addAlong(linkChange, entering.enteringPath, 1);
      basis.addAlong(linkChange, basis.key[entering.enteringBundle], -1);
    }
  }

  private void testStructurals(WorkingBasis basis) {
    for (int j = 0; j < basis.size; j++) {
      if (direction[j] > TINY) {
        offer(Math.max(0, basis.value[j]) / direction[j], Stop.PATH, j);
      }
    }
  }

  /**
   * Tests the keys of bundles that have another basic path, and of the entering path's bundle: no other key can fall to 0 before lambda
   * does.
   */
  private void testKeys(WorkingBasis basis, Pricing entering) {
    ScaledProblem problem = basis.problem;
    if (keyChange.length < problem.bundles) {
      keyChange = new double[2 * problem.bundles];
      keyRate = new double[2 * problem.bundles];
    }
    for (int j = 1; j < basis.size; j++) {
      startKey(basis, basis.bundle[j]);
    }
    if (entering.enteringPath >= 0) {
      startKey(basis, entering.enteringBundle);
      keyChange[entering.enteringBundle] -= 1;
    }
    for (int j = 1; j < basis.size; j++) {
      keyChange[basis.bundle[j]] += direction[j];
      keyRate[basis.bundle[j]] -= basis.value[j];
    }
    for (int j = 1; j < basis.size; j++) {
      testKey(basis.bundle[j]);
    }
    if (entering.enteringPath >= 0) {
      testKey(entering.enteringBundle);
    }
  }

  private void startKey(WorkingBasis basis, int bundle) {
    keyChange[bundle] = -direction[0] * basis.problem.demand[bundle];
    keyRate[bundle] = basis.value[0] * basis.problem.demand[bundle];
  }

  private void testKey(int bundle) {
    if (keyChange[bundle] < -TINY) {
      offer(Math.max(0, keyRate[bundle]) / -keyChange[bundle], Stop.KEY, bundle);
    }
  }

  private void testLinks(WorkingBasis basis) {
    double[] capacity = basis.problem.capacity;
    for (int link = 0; link < linkChange.length; link++) {
      double change = linkChange[link];
      if (change > TINY && basis.position[link] < 0) {
        double room = Math.max(0, capacity[link] - basis.flow[link]);
        if (room <= step * change * ROUNDED) {
          offer(room / change, Stop.LINK, link);
        }
      }
    }
  }

  private void offer(double ratio, Stop what, int index) {
    if (ratio < step) {
      step = ratio;
      stop = what;
      where = index;
    }
  }

  /** Moves all values and flows by the step. */
  void advance(WorkingBasis basis) {
    for (int j = 0; j < basis.size; j++) {
      basis.value[j] -= step * direction[j];
    }
    for (int link = 0; link < linkChange.length; link++) {
      basis.flow[link] += step * linkChange[link];
    }
  }
}
