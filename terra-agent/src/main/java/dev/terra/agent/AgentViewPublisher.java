package dev.terra.agent;

import dev.terra.agent.view.AgentView;
import java.util.function.Supplier;

/** Publishes how the agent is. Views are made on the agent's thread; the newest may be read on any. */
final class AgentViewPublisher {
  private final Supplier<AgentView> maker;
  private volatile AgentView newest;
  private volatile boolean read;

  /** Makes the first view at once. */
  AgentViewPublisher(Supplier<AgentView> maker) {
    this.maker = maker;
    this.newest = maker.get();
  }

  /** To be called every 200 ms. */
  void publish() {
    read = false;
    newest = maker.get();
  }

  /** The same, if somebody has read the last one: who looks often sees what is new soon. To be called every 20 ms. */
  void publishIfRead() {
    if (read) {
      publish();
    }
  }

  AgentView newest() {
    read = true;
    return newest;
  }
}
