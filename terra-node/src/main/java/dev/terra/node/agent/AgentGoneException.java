package dev.terra.node.agent;

/** An agent has ended, or is silent: another one of its site may answer. */
final class AgentGoneException extends Exception {
  private static final long serialVersionUID = 1;

  AgentGoneException(AgentAddress agent) {
    super("agent " + agent + " is gone", null, false, false);
  }
}
