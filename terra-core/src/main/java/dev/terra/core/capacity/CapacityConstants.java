package dev.terra.core.capacity;

/** The constants of {@link LinkCapacity}. docs/internals/capacity.md shows what becomes of the estimates when each is another one. */
record CapacityConstants(Evidence evidence, Probing probing) {
  static final CapacityConstants DEFAULT =
      new CapacityConstants(new Evidence(0.9, 0.15, 0.04, 0.8, 0.01), new Probing(4, 0.1, 4, 0.5, 0.25));

  /**
   * What counts.
   *
   * @param windowSeconds over which a lower rate has to last to be believed, and a rate beyond the nominal capacity: two intervals of an
   *     agent. Bytes that gathered while a process lacked a core are read at once, which makes little over so long
   * @param shortage below the nominal capacity that is none: headers, acknowledgements and other traffic vary by as much, and to follow
   *     less costs as much as it gains
   * @param same within this part of the estimate a new one is no other: an interval's noise
   * @param full the part of what is planned from which on a link is used for all that it is taken for: schedules leave some to floors
   * @param leastShare of the nominal capacity below which a link is not in use, and no estimate falls: where next to nothing is planned,
   *     nothing is measured
   */
  record Evidence(double windowSeconds, double shortage, double same, double full, double leastShare) {}

  /**
   * How more is tried.
   *
   * @param spacingSeconds at whose multiples probes begin: four probes, each an interval and the time in which a schedule follows
   * @param firstExcess what a first probe adds, as a part of the estimate. In an interval of 0.6 s a tenth fills 60 ms of a router's
   *     queue, which usually holds 100 ms: no packet is lost
   * @param growth by how much more each further probe adds, and by how much rarer probes become that fail. With 4, four probes lead from a
   *     tenth of the nominal capacity to all of it
   * @param half of what a probe adds has to be granted for it to be one, and taken for it to succeed; others have to explain as much of a
   *     shortage to have been its cause
   * @param queueSeconds of waiting that are more than a router's own queue: a queue has begun to grow
   */
  record Probing(double spacingSeconds, double firstExcess, double growth, double half, double queueSeconds) {
    /** What a probe adds at most, as a part of the estimate: after two that succeeded. TCP's slow start adds as much in a round trip. */
    double mostExcess() {
      return firstExcess * growth * growth;
    }
  }

  /** For so long after traffic has begun no lower rate is believed: TCP searches its pace, as probes do, and loses packets over it. */
  double beginsSeconds() {
    return probing.spacingSeconds + evidence.windowSeconds;
  }

  /**
   * A link that was used in full has fallen once so much is missing, however long that takes: what three times the least shortage costs in
   * a window. A fall to a fifth is evident after 0.5 s, one to a half after 0.8 s, and smaller ones take a window.
   */
  double evidentSeconds() {
    return 3 * evidence.shortage * evidence.windowSeconds;
  }
}
