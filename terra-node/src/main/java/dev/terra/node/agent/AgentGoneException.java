package dev.terra.node.agent;

/** The exception for an agent that has ended or is silent. Another agent of its site may answer. */
final class AgentGoneException extends Exception {
  private static final long serialVersionUID = 1;

  AgentGoneException(AgentAddress agent) {
    super("agent " + agent + " is gone", null, false, false);
  }
}
