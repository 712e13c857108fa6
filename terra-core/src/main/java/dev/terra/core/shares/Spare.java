package dev.terra.core.shares;

import java.util.List;

/** What is left of each rate of a pool while a division is made. */
final class Spare {
  /** Rounding noise of a rate. */
  private static final double NOTHING = .0001;

  private final double[] whole;
  private final double[] left;

  private Spare(double[] whole, double[] left) {
    this.whole = whole;
    this.left = left;
  }

  /** Nothing of these holdings is left. */
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

  /** Divides this by what each tenant holds; where none holds any of a rate, equally. Where it is less than nothing, all lose as well. */
  void giveTo(List<Holding> holdings) {
    for (Holding holding : holdings) {
      for (int i = 0; i < left.length; i++) {
        holding.add(i, left[i] * (held(i) != 0 ? holding.rate(i) / held(i) : 1.0 / holdings.size()));
      }
    }
  }

  /** What the tenants hold. */
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

  /** What would be left after a move. */
  Spare after(double[] given, double[] asked) {
    double[] all = left.clone();
    for (int i = 0; i < all.length; i++) {
      all[i] += given[i] - asked[i];
    }
    return new Spare(whole, all);
  }

  /** By which part each tenant's rates would grow if this were divided by what they hold: as much as the shortest rate allows. */
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

  /** The shortest rate that hits spare, or -1 where another one is shorter: then no cache helps. */
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
