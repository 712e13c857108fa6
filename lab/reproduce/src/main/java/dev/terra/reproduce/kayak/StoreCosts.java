package dev.terra.reproduce.kayak;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * The costs of a request besides its own computation, in picoseconds of a core. With the usual costs, the shares of a
 * request whose computation is light give the paper's throughput: 4.0 million a second by RPC on eight cores of the
 * store, and less by reads.
 *
 * @param issue an application core creates a request and takes its result
 * @param reply an application core takes a read's value and requests the next one
 * @param dispatch a store core begins a procedure
 * @param read a store core serves a read
 * @param network one way between the two
 */
public record StoreCosts(long issue, long reply, long dispatch, long read, long network) {
  private static final long PICOS_PER_NANO = 1_000;

  /** The costs of the model. A round trip is the paper's 9.2 us (section 2.1). */
  public static final StoreCosts USUAL = ofNanos(1_000, 1_500, 1_800, 1_250, 4_600);

  /** Checks the ranges. */
  public StoreCosts {
    checkArgument(issue > 0 && reply > 0 && dispatch > 0 && read > 0 && network >= 0, "costs: expected more than 0");
  }

  private static StoreCosts ofNanos(long issue, long reply, long dispatch, long read, long network) {
    return new StoreCosts(issue * PICOS_PER_NANO, reply * PICOS_PER_NANO, dispatch * PICOS_PER_NANO, read * PICOS_PER_NANO,
        network * PICOS_PER_NANO);
  }

  /** Returns the work of a store core for a request of the load, on average, if a share of the requests are procedures. */
  double storePicos(GraphLoad load, double share, long now) {
    return share * (dispatch + load.accesses() * (double) load.computePicos(now)) + (1 - share) * load.accesses() * read;
  }

  /** Returns the work of an application core for a request, on average, if a share of the requests are procedures. */
  double applicationPicos(GraphLoad load, double share, long now) {
    return issue + (1 - share) * load.accesses() * (double) (reply + load.computePicos(now));
  }
}
