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
  /** Terra's, installed and not configured. */
  TERRA_OFF(null),
  /** Terra's, whose agent does not run. */
  TERRA_ALONE(null),
  /** Terra's, and the client is in its own site. */
  TERRA_IN_SITE("B"),
  /** Terra's, and its agent says bypass to every fetch of the client, which is in another site. */
  TERRA_ACROSS_SITES("A"),
  /** Terra's, and its agent redirects every fetch to the client's own node, which is in another site. */
  TERRA_REDIRECTING("A"),
  /** Terra's, in which whatever anybody asks its tables or directories throws: what shows that the contract can fail. */
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

  /** The address at which its clients, which come from 127.0.0.1 in site B, find it. */
  String host() {
    return redirects() ? "127.0.1.1" : "127.0.0.1";
  }

  /** The agent of its site, which is not attached to yet. */
  Optional<FakeAgent> agent() throws IOException {
    if (site == null) {
      return Optional.empty();
    }
    FakeAgent agent = new FakeAgent(site, 1);
    agent.decide(Kind.BYPASS, 0);
    return Optional.of(agent);
  }

  /** What to set {@value ShuffleSettings#AGENTS_KEY} to, if anything. */
  Optional<String> agents(Optional<FakeAgent> agent) {
    return this == TERRA_ALONE ? Optional.of(NOBODY) : agent.map(FakeAgent::address);
  }
}
