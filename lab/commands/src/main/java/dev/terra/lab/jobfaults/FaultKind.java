package dev.terra.lab.jobfaults;

import dev.terra.lab.command.LabelConverter;
import dev.terra.testbed.Labelled;

/** The faults in the middle of a run. */
public enum FaultKind implements Labelled {
  /** The agent of a site is killed. */
  AGENT,
  /** The agent of a site is stopped for a while. */
  AGENT_STALL,
  /** The controller is killed. */
  CONTROLLER,
  /** The controller is stopped for a while. */
  CONTROLLER_STALL,
  /** A link loses everything that is sent over it. */
  LINK,
  /** A link changes bits of what tunnels send over it. */
  CORRUPTION,
  /** A NodeManager with its shuffle services is killed, and restarted after a while. */
  SERVICE,
  /** NodeManagers are killed, one after the other, and restarted. */
  NODE,
  /** A NodeManager and its tasks are killed and do not come back. */
  LOST_NODE,
  /** A NodeManager is decommissioned. */
  DECOMMISSION,
  /** A task is killed. */
  TASK,
  /** A task is stopped for minutes, and the engine may start another attempt of it. */
  STRAGGLER,
  /** Nothing breaks, but smaller shuffles have precedence for minutes. */
  PREEMPTION;

  /** Returns whether the fault ends parts of YARN itself, so that it affects jobs with the stock shuffle, too. */
  public boolean isOfYarn() {
    return switch (this) {
      case SERVICE, NODE, LOST_NODE, DECOMMISSION, TASK, STRAGGLER -> true;
      case AGENT, AGENT_STALL, CONTROLLER, CONTROLLER_STALL, LINK, CORRUPTION, PREEMPTION -> false;
    };
  }

  /** Reads a fault from a command line. */
  public static final class Converter extends LabelConverter<FaultKind> {
    /** Picocli calls this constructor. */
    public Converter() {
      super(FaultKind.values());
    }
  }
}
