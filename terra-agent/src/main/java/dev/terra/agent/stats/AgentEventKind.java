package dev.terra.agent.stats;

import dev.terra.core.view.EventType;
import dev.terra.core.view.Severity;

/** What can happen at an agent. */
public enum AgentEventKind implements EventType {
  CONTROLLER_ATTACHED(Severity.INFO, "controller", "A controller has taken the agent in, and plans from and to its site."),
  CONTROLLER_LOST(Severity.WARNING, "controller", "The controller is gone; rates stay for its lease."),
  OLDER_TERM(Severity.WARNING, "controller", "A controller that no longer leads said something; it was dropped."),
  LEASE_EXPIRED(Severity.WARNING, "controller",
      "Nobody has planned for a lease: tunnels are shared equally, new fetches take the stock path."),
  TUNNEL_UP(Severity.INFO, "path", "A tunnel was opened and can be used."),
  TUNNEL_DOWN(Severity.WARNING, "path", "A tunnel has ended; it is opened again as long as it is planned."),
  TUNNEL_SILENT(Severity.WARNING, "path", "Nothing has come over a tunnel for too long: what it has not acknowledged goes another way."),
  TUNNEL_HEARD(Severity.INFO, "path", "Something has come over a tunnel that was silent."),
  RESEND(Severity.WARNING, "path", "Bytes that were under way on a tunnel that is gone are sent again on others."),
  RESUMED(Severity.INFO, "path", "The first of the bytes that were under way on a lost tunnel has gone out on another."),
  HANDLER_ATTACHED(Severity.INFO, "handler", "A handler of this site has attached."),
  HANDLER_LOST(Severity.WARNING, "handler", "A handler of this site has ended or is silent; nobody is sent to it."),
  STOCK(Severity.WARNING, "job", "A fetch that was to go through Terra takes the stock path; the detail says why."),
  FOREIGN(Severity.ERROR, "site", "An agent speaks of what is another site's, which is not heard."),
  UNPROVEN(Severity.WARNING, "site", "A reader could not prove that it is of the job whose bytes it asks for; the detail says why."),
  FETCH_ENDED(Severity.WARNING, "site",
      "A fetch through Terra has ended before its reader had everything, which fetches the rest directly."),
  CORRUPT_CHUNK(Severity.ERROR, "path", "Bytes changed on their way between two agents, and were asked for again."),
  CORRUPT_SEGMENT(Severity.ERROR, "path", "A segment is not what was sent though its parts are: it is asked for again, or read directly.");

  private final Severity severity;
  private final String target;
  private final String sentence;

  AgentEventKind(Severity severity, String target, String sentence) {
    this.severity = severity;
    this.target = target;
    this.sentence = sentence;
  }

  /** Whether others bring it about as often as they like. */
  boolean isOfOthers() {
    return this == FOREIGN || this == UNPROVEN || this == CORRUPT_CHUNK;
  }

  @Override
  public Meaning meaning() {
    return new Meaning(severity, target, sentence);
  }
}
