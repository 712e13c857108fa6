package dev.terra.core.shares;

import java.util.List;

/** The amount of each rate of a pool that no tenant holds while a division is made. */
final class Spare {
  /** The rounding error of a rate. */
  private static final double NOTHING = .0001;

  private final double[] whole;
  private final double[] left;

  private Spare(double[] whole, double[] left) {
    this.whole = whole;
    this.left = left;
  }

  /** Returns the state in which the holdings have all rates, and nothing is left. */
  static Spare of(List<Holding> holdings, int resources) {
    double[] whole = new double[resources];
    holdings.forEach(holding -> {
      for (int i = 0; i < resources; i++) {
        whole[i] += holding.rate(i);
      }
    });
    return new Spare(whole, new double[resources]);
  }

  void add(double[] rates) {
    for (int i = 0; i < left.length; i++) {
      left[i] += rates[i];
    }
  }

  /**
   * Divides what is left in proportion to what each tenant holds; equally if no tenant holds any of a rate. If less than nothing is left,
   * tenants lose in the same proportion.
   */
  void giveTo(List<Holding> holdings) {
    for (Holding holding : holdings) {
      for (int i = 0; i < left.length; i++) {
        holding.add(i, left[i] * (held(i) != 0 ? holding.rate(i) / held(i) : 1.0 / holdings.size()));
      }
    }
  }

  /** Returns how much of a rate the tenants hold. */
  private double held(int resource) {
    return whole[resource] - left[resource];
  }

  boolean isNothing() {
    for (double rate : left) {
      if (Math.abs(rate) >= NOTHING) {
        return false;
      }
    }
    return true;
  }

  /** Returns what is left after a move. */
  Spare after(double[] given, double[] asked) {
    double[] all = left.clone();
    for (int i = 0; i < all.length; i++) {
      all[i] += given[i] - asked[i];
    }
    return new Spare(whole, all);
  }

  /**
   * Returns the part by which tenants' rates grow if what is left is divided in proportion to what tenants hold. The scarcest rate
   * determines it.
   */
  double gain() {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < left.length; i++) {
      double part = part(i);
      if (part < least) {
        least = part;
      }
    }
    return Double.isInfinite(least) ? 0 : least;
  }

  /** Returns the index of the scarcest rate if hits spare it; -1 if hits do not spare the scarcest rate, so that no cache helps. */
  int traded(List<RateResource> resources) {
    double gain = gain();
    for (int i = 0; i < left.length; i++) {
      if (resources.get(i).isSparedByHits() && part(i) == gain) {
        return i;
      }
    }
    return -1;
  }

  private double part(int resource) {
    return left[resource] / held(resource);
  }
}
