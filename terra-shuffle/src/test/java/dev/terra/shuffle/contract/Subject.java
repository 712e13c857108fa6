package dev.terra.shuffle.contract;

import dev.terra.api.v1.FetchDecision.Kind;
import dev.terra.node.support.FakeAgent;
import dev.terra.shuffle.ShuffleSettings;
import dev.terra.shuffle.TerraShuffleHandler;
import dev.terra.shuffle.support.SabotagedHandler;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.mapred.ShuffleHandler;

/** The shuffle handlers over which the contract is run. */
enum Subject {
  /** Hadoop's own class. */
  HADOOP(null),
  /** Terra's handler, installed and not configured. */
  TERRA_OFF(null),
  /** Terra's handler, whose agent does not run. */
  TERRA_ALONE(null),
  /** Terra's handler, with a client at its own site. */
  TERRA_IN_SITE("B"),
  /** Terra's handler, with a client at another site, all of whose fetches the handler's agent lets bypass Terra. */
  TERRA_ACROSS_SITES("A"),
  /** Terra's handler, with a client at another site, all of whose fetches the handler's agent redirects to the client's own node. */
  TERRA_REDIRECTING("A"),
  /** Terra's handler, in which every call to its tables or directories throws. It shows that the contract can fail. */
  BROKEN(null);

  private static final String NOBODY = "127.0.0.1:1";

  private final String site;

  Subject(String site) {
    this.site = site;
  }

  ShuffleHandler handler() {
    return switch (this) {
      case HADOOP -> new ShuffleHandler();
      case BROKEN -> broken();
      default -> new TerraShuffleHandler();
    };
  }

  private static ShuffleHandler broken() {
    SabotagedHandler broken = new SabotagedHandler();
    broken.breakCallsOf("org.apache.hadoop.mapred.ShuffleChannelHandler", IllegalStateException::new);
    return broken;
  }

  boolean redirects() {
    return this == TERRA_REDIRECTING;
  }

  /** Returns the address at which the handler's clients, which connect from 127.0.0.1 in site B, reach the handler. */
  String host() {
    return redirects() ? "127.0.1.1" : "127.0.0.1";
  }

  /** Returns a new agent of the handler's site, to which the handler is not yet attached. */
  Optional<FakeAgent> agent() throws IOException {
    if (site == null) {
      return Optional.empty();
    }
    FakeAgent agent = new FakeAgent(site, 1);
    agent.decide(Kind.BYPASS, 0);
    return Optional.of(agent);
  }

  /** Returns the value for {@value ShuffleSettings#AGENTS_KEY}, or empty if it is not set. */
  Optional<String> agents(Optional<FakeAgent> agent) {
    return this == TERRA_ALONE ? Optional.of(NOBODY) : agent.map(FakeAgent::address);
  }
}
