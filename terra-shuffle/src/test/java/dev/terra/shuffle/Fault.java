package dev.terra.shuffle;

import dev.terra.api.v1.FetchDecision;
import dev.terra.api.v1.FetchDecision.Kind;
import dev.terra.shuffle.FetchStepsTest.AutoCloseableFault;
import dev.terra.shuffle.support.FakeFetchServer.Behaviour;
import dev.terra.shuffle.support.FakeNode;
import dev.terra.shuffle.support.TwoSites;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;

/** The faults that can happen in a fetch, in the order of the steps at which they happen. */
enum Fault {
  OFFER_KILLED("offer", "the origin's agent dies when it gets the offer", 0, sites -> sites.agentOf("A").decide(offer -> {
    sites.agentOf("A").breakStreams();
    return Optional.empty();
  })),
  OFFER_AGENT_AWAY("offer", "the origin's agent is gone", 0, sites -> sites.agentOf("A").close()),
  OFFER_STALLED("offer", "the origin's agent never decides", 0, sites -> sites.agentOf("A").decide(offer -> Optional.empty())),
  OFFER_WITHOUT_KIND("offer", "the origin's agent decides without a kind", 0, sites -> sites.agentOf("A").decide(Kind.KIND_UNSPECIFIED, 1)),
  OFFER_UNKNOWN_KIND("offer", "the origin's agent decides with an unknown kind", 0, sites -> sites.agentOf("A")
      .decide(offer -> Optional.of(FetchDecision.newBuilder().setKindValue(99).build()))),
  OFFER_PORT_ZERO("offer", "the origin's agent redirects to port 0", 0, sites -> sites.agentOf("A").decide(Kind.REDIRECT, 0)),
  OFFER_PORT_TOO_HIGH("offer", "the origin's agent redirects to port 70000", 0, sites -> sites.agentOf("A").decide(Kind.REDIRECT, 70_000)),
  REDIRECT_REFUSED("redirect", "nothing listens at the reducer's node", 1, sites -> sites.relay().close()),
  REDIRECT_RESET("redirect", "the reducer's node accepts the connection and closes it", 1, FakeNode.Behaviour.CLOSES),
  REDIRECT_STALLED("redirect", "the reducer's node accepts the connection and sends nothing until the reducer's read timeout", 1,
      FakeNode.Behaviour.IS_SILENT),
  REDIRECT_GARBAGE("redirect", "the reducer's node answers with bytes that are not HTTP", 1, FakeNode.Behaviour.TALKS_NONSENSE),
  REDIRECT_CUT("redirect", "the reducer's node dies in the middle of the response", 1, FakeNode.Behaviour.BREAKS_OFF),
  REDIRECT_FORGED("redirect", "a server without the job's token answers at the reducer's node", 1, FakeNode.Behaviour.FORGES),
  REDIRECT_STOCK("redirect", "the reducer's node has gone back to Hadoop's handler", 1, TwoSites::removeTerraAtRelay),
  REDIRECT_UNKNOWN_JOB("redirect", "the job is unknown at the reducer's node", 1, sites -> sites.relay().endJob(sites.job())),
  REDIRECT_NO_SITES("redirect", "the reducer's node has just started, and its agent is away", 0, TwoSites::forgetSitesAtRelay),
  RELAY_AGENT_AWAY("relay", "the reducer's agent is gone", 0, sites -> sites.agentOf("B").close()),
  RELAY_DECLINED("relay", "the reducer's agent declines the fetch", 0, Behaviour.DECLINES),
  RELAY_CLOSED("relay", "the reducer's agent accepts the connection and closes it", 0, Behaviour.CLOSES_AT_ONCE),
  RELAY_FAILED("relay", "the reducer's agent answers 500", 0, Behaviour.FAILS),
  RELAY_STALLED("relay", "the reducer's agent sends nothing", 0, Behaviour.STALLS_BEFORE_HEAD),
  RELAY_GARBAGE("relay", "the reducer's agent answers with bytes that are not HTTP", 0, Behaviour.GARBAGE),
  TUNNEL_STALLED("tunnel", "no bytes arrive at the reducer's agent after some of the lengths", 0, Behaviour.STALLS_IN_MID_HEAD),
  TUNNEL_OTHER_MAPS("tunnel", "the reducer's agent answers with segments of other maps", 0, Behaviour.OTHER_MAPS),
  TUNNEL_WRONG_LENGTHS("tunnel", "the lengths in the answer do not add up", 0, Behaviour.WRONG_LENGTHS),
  TUNNEL_NEGATIVE_LENGTH("tunnel", "a length in the answer is negative", 0, Behaviour.NEGATIVE_LENGTH),
  SPOOL_GARBAGE_HEAD("spool", "the answer's head is not a protocol message", 0, Behaviour.GARBAGE_HEAD),
  SPOOL_HUGE_HEAD("spool", "the answer's head has half a gigabyte", 0, Behaviour.HUGE_HEAD),
  SPOOL_NO_LENGTH("spool", "the answer has no length", 0, Behaviour.NO_LENGTH),
  STREAM_KILLED("stream", "the reducer's agent is killed in the middle of the bytes", 0, Behaviour.RESETS_IN_MID_BODY),
  STREAM_CLOSED("stream", "the reducer's agent closes in the middle of the bytes", 0, Behaviour.CLOSES_IN_MID_BODY),
  STREAM_STALLED("stream", "the bytes stop in the middle", 0, Behaviour.STALLS_IN_MID_BODY),
  STREAM_DRIBBLED("stream", "the bytes arrive seven at a time", 0, Behaviour.IN_DRIBLETS),
  STREAM_AND_ORIGIN_BUSY("stream", "the bytes stop in the middle, and the origin's agent is gone as well", 0, sites -> {
    sites.fetchServer().behave(Behaviour.STALLS_IN_MID_BODY);
    sites.agentOf("A").decide(offer -> {
      sites.agentOf("A").breakStreams();
      return Optional.of(FetchDecision.newBuilder().setKind(Kind.REDIRECT).build());
    });
  });

  private final String step;
  private final String what;
  private final int failedFetches;
  @SuppressWarnings("ImmutableEnumChecker") // A lambda without state.
  private final Function<TwoSites, AutoCloseableFault> cause;

  /** An action on the two sites. */
  private interface Act {
    void on(TwoSites sites) throws IOException;
  }

  Fault(String step, String what, int failedFetches, Act act) {
    this.step = step;
    this.what = what;
    this.failedFetches = failedFetches;
    this.cause = sites -> {
      doTo(sites, act);
      return () -> {};
    };
  }

  Fault(String step, String what, int failedFetches, Behaviour behaviour) {
    this(step, what, failedFetches, sites -> sites.fetchServer().behave(behaviour));
  }

  Fault(String step, String what, int failedFetches, FakeNode.Behaviour behaviour) {
    this.step = step;
    this.what = what;
    this.failedFetches = failedFetches;
    this.cause = sites -> {
      FakeNode node = new FakeNode(behaviour);
      sites.agentOf("A").decide(Kind.REDIRECT, node.port());
      return node::close;
    };
  }

  private static void doTo(TwoSites sites, Act act) {
    try {
      act.on(sites);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  AutoCloseableFault happen(TwoSites sites) {
    return cause.apply(sites);
  }

  String step() {
    return step;
  }

  /** Returns how many fetches the reducer counts as failed before it has all bytes. With 0, the reducer does not notice the fault. */
  int failedFetches() {
    return failedFetches;
  }

  @Override
  public String toString() {
    return what;
  }
}
