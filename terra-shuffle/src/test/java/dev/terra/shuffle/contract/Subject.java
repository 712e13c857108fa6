package dev.terra.shuffle.contract;

import dev.terra.api.v1.FetchDecision.Kind;
import dev.terra.shuffle.ShuffleSettings;
import dev.terra.shuffle.TerraShuffleHandler;
import dev.terra.shuffle.support.FakeAgent;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.mapred.ShuffleHandler;

/** The shuffle handlers over which the contract is run. */
enum Subject {
  /** Hadoop's own class. */
  HADOOP("Hadoop's handler", null),
  /** Terra's, installed and not configured. */
  TERRA_OFF("Terra's, without an agent", null),
  /** Terra's, whose agent does not run. */
  TERRA_ALONE("Terra's, whose agent is away", null),
  /** Terra's, and the client is in its own site. */
  TERRA_IN_SITE("Terra's, with a client of its site", "B"),
  /** Terra's, and its agent says bypass to every fetch of the client, which is in another site. */
  TERRA_ACROSS_SITES("Terra's, with a client of another site", "A");

  private static final String NOBODY = "127.0.0.1:1";

  private final String title;
  private final String site;

  Subject(String title, String site) {
    this.title = title;
    this.site = site;
  }

  ShuffleHandler handler() {
    return this == HADOOP ? new ShuffleHandler() : new TerraShuffleHandler();
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

  @Override
  public String toString() {
    return title;
  }
}
