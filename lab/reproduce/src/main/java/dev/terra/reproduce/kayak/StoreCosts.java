package dev.terra.reproduce.kayak;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * What a request costs beside its own computation, in picoseconds of a core. The usual ones are such that the shares of a request whose
 * computation is light give the paper's throughput: 4.0 million a second by RPC on eight cores of the store, and less by reads.
 *
 * @param issue an application core creates a request and takes its result
 * @param reply an application core takes a read's value and asks for the next one
 * @param dispatch a store core begins a procedure
 * @param read a store core serves a read
 * @param network one way between the two
 */
public record StoreCosts(long issue, long reply, long dispatch, long read, long network) {
  private static final long PICOS_PER_NANO = 1_000;

  /** The model's; a round trip is the paper's 9.2 us (section 2.1). */
  public static final StoreCosts USUAL = ofNanos(1_000, 1_500, 1_800, 1_250, 4_600);

  /** Checks the ranges. */
  public StoreCosts {
    checkArgument(issue > 0 && reply > 0 && dispatch > 0 && read > 0 && network >= 0, "costs: expected more than 0");
  }

  private static StoreCosts ofNanos(long issue, long reply, long dispatch, long read, long network) {
    return new StoreCosts(issue * PICOS_PER_NANO, reply * PICOS_PER_NANO, dispatch * PICOS_PER_NANO, read * PICOS_PER_NANO,
        network * PICOS_PER_NANO);
  }

  /** What a store core does for a request of two accesses, on average, where a share of them are procedures. */
  double storePicos(GraphLoad load, double share, long now) {
    return share * (dispatch + load.accesses() * (double) load.computePicos(now)) + (1 - share) * load.accesses() * read;
  }

  /** What an application core does for a request, on average, where a share of them are procedures. */
  double applicationPicos(GraphLoad load, double share, long now) {
    return issue + (1 - share) * load.accesses() * (double) (reply + load.computePicos(now));
  }
}
