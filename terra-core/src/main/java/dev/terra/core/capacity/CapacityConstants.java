package dev.terra.core.capacity;

/** The constants of {@link LinkCapacity}. docs/internals/capacity.md shows how the estimates change when a constant has another value. */
record CapacityConstants(Evidence evidence, Probing probing) {
  static final CapacityConstants DEFAULT =
      new CapacityConstants(new Evidence(0.9, 0.15, 0.04, 0.8, 0.01), new Probing(4, 0.1, 4, 0.5, 0.25));

  /**
   * The constants that decide which measurements change the estimate.
   *
   * @param windowSeconds the time for which a lower rate, or a rate above the nominal capacity, has to last to be believed: two
   *     intervals of an agent. Bytes that gathered while a process lacked a core are read at once, but they change the mean of so long a
   *     time little
   * @param shortage the part of the nominal capacity that may be missing without counting as a shortage: headers, acknowledgements and
   *     other traffic vary by as much, and following a smaller shortage costs as much as it gains
   * @param same the part of the estimate by which a new rate has to differ to change it: differences below are the noise of an interval
   * @param full the part of the planned rate from which on a link counts as fully used: schedules leave some of it to floors
   * @param leastShare the part of the nominal capacity below which a link does not count as in use, and below which no estimate falls:
   *     if almost nothing is planned on a link, nothing is measured
   */
  record Evidence(double windowSeconds, double shortage, double same, double full, double leastShare) {}

  /**
   * The constants of probes, which try higher rates.
   *
   * @param spacingSeconds the time at whose multiples probes begin: it is enough for four probes, each of which takes an interval and
   *     the time until a schedule follows
   * @param firstExcess the part of the estimate that a first probe adds. In an interval of 0.6 s, a tenth fills 60 ms of a router's
   *     queue, which usually holds 100 ms, so that no packet is lost
   * @param growth the factor by which each further probe adds more, and by which probes become rarer when they fail. With 4, four
   *     probes lead from a tenth of the nominal capacity to all of it
   * @param half the part of what a probe adds that schedules have to grant for the probe to count as followed, and that the link has to
   *     take for it to succeed; also the part of a shortage that other traffic has to explain to count as its cause
   * @param queueSeconds the waiting time of bytes from which on a queue has begun to grow; it is more than a router's own queue takes
   */
  record Probing(double spacingSeconds, double firstExcess, double growth, double half, double queueSeconds) {
    /**
     * Returns the largest part of the estimate that a probe adds, which it does after two successful probes. TCP's slow start adds as much
     * in a round trip.
     */
    double mostExcess() {
      return firstExcess * growth * growth;
    }
  }

  /**
   * Returns for how long after traffic has begun no lower rate is believed. In this time, TCP searches for its rate, as probes do, and
   * loses packets by this.
   */
  double beginsSeconds() {
    return probing.spacingSeconds + evidence.windowSeconds;
  }

  /**
   * Returns the lost time after which the capacity of a fully used link has evidently fallen, even if a window is not full. It is what
   * three times the least shortage costs in a window. A fall to a fifth is evident after 0.5 s and a fall to a half after 0.8 s; smaller
   * falls take a window.
   */
  double evidentSeconds() {
    return 3 * evidence.shortage * evidence.windowSeconds;
  }
}
