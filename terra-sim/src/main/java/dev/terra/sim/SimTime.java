package dev.terra.sim;

/**
 * A time of a simulation, in seconds since its first arrival, as the sum of two doubles. After 25 years it still distinguishes nanoseconds,
 * which one double does not. Sums use Knuth's two-sum (The Art of Computer Programming, volume 2, section 4.2.2).
 *
 * @param seconds the time rounded to a double
 * @param rest the error of this rounding
 */
record SimTime(double seconds, double rest) implements Comparable<SimTime> {
  static final SimTime ZERO = new SimTime(0, 0);

  /** Returns the time {@code more} seconds later. */
  SimTime plus(double more) {
    double sum = seconds + more;
    double added = sum - seconds;
    double error = (seconds - (sum - added)) + (more - added) + rest;
    double rounded = sum + error;
    return new SimTime(rounded, error - (rounded - sum));
  }

  /** Returns how many seconds this is after another time; below 0 if it is before it. */
  double minus(SimTime other) {
    return (seconds - other.seconds) + (rest - other.rest);
  }

  @Override
  public int compareTo(SimTime other) {
    int order = Double.compare(seconds, other.seconds);
    return order != 0 ? order : Double.compare(rest, other.rest);
  }
}
