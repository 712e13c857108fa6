package dev.terra.lab.jobfaults;

import dev.terra.lab.command.LabelConverter;
import dev.terra.testbed.Labelled;

/** What can break in the middle of a run. */
public enum FaultKind implements Labelled {
  /** The agent of a site is killed. */
  AGENT,
  /** The agent of a site does nothing for a while. */
  AGENT_STALL,
  /** The controller is killed. */
  CONTROLLER,
  /** The controller does nothing for a while. */
  CONTROLLER_STALL,
  /** A link loses everything that is sent over it. */
  LINK,
  /** A link changes bits of what tunnels send over it. */
  CORRUPTION,
  /** A NodeManager with its shuffle services is killed, and started again after a while. */
  SERVICE,
  /** NodeManagers are killed, one after the other, and started again. */
  NODE,
  /** A NodeManager and its tasks are killed and don't come back. */
  LOST_NODE,
  /** A NodeManager is decommissioned. */
  DECOMMISSION,
  /** A task is killed. */
  TASK,
  /** A task does nothing for minutes, and the engine may start another attempt of it. */
  STRAGGLER,
  /** Nothing breaks, but smaller shuffles come first for minutes. */
  PREEMPTION;

  /** Whether it ends what is YARN's own, so that jobs can tell with the stock shuffle, too. */
  public boolean isOfYarn() {
    return switch (this) {
      case SERVICE, NODE, LOST_NODE, DECOMMISSION, TASK, STRAGGLER -> true;
      case AGENT, AGENT_STALL, CONTROLLER, CONTROLLER_STALL, LINK, CORRUPTION, PREEMPTION -> false;
    };
  }

  /** Reads it from a command line. */
  public static final class Converter extends LabelConverter<FaultKind> {
    /** Made by picocli. */
    public Converter() {
      super(FaultKind.values());
    }
  }
}
