package dev.terra.agent.stats;

import dev.terra.core.view.EventType;
import dev.terra.core.view.Severity;

/** The kinds of events at an agent. */
public enum AgentEventKind implements EventType {
  CONTROLLER_ATTACHED(Severity.INFO, "controller", "The agent has joined a controller, which now schedules bundles from and to its site."),
  CONTROLLER_LOST(Severity.WARNING, "controller", "The connection to the controller is lost; the agent keeps its rates until the lease "
      + "ends."),
  OLDER_TERM(Severity.WARNING, "controller", "A message of a controller that no longer leads was ignored."),
  LEASE_EXPIRED(Severity.WARNING, "controller",
      "The lease has ended without a schedule: bundles share the tunnels equally, and new fetches take the stock path."),
  TUNNEL_UP(Severity.INFO, "path", "A tunnel was opened and can be used."),
  TUNNEL_DOWN(Severity.WARNING, "path", "A tunnel was closed; the agent opens it again as long as the controller plans it."),
  TUNNEL_SILENT(Severity.WARNING, "path", "A tunnel has been silent for too long: its unacknowledged bytes are sent on other tunnels."),
  TUNNEL_HEARD(Severity.INFO, "path", "A tunnel that was silent answers again."),
  RESEND(Severity.WARNING, "path", "Bytes that were under way on a closed tunnel are sent again on other tunnels."),
  RESUMED(Severity.INFO, "path", "The first bytes that were under way on a closed tunnel have been sent on another tunnel."),
  HANDLER_ATTACHED(Severity.INFO, "handler", "A handler of this site has attached."),
  HANDLER_LOST(Severity.WARNING, "handler", "A handler of this site has ended or is silent; no reader is redirected to it."),
  HANDLER_FULL(Severity.WARNING, "handler", "A handler reports more than an agent keeps for one node; the rest takes the stock path."),
  STOCK(Severity.WARNING, "job", "A fetch that qualified for Terra takes the stock path; the detail says why."),
  SMALL_FETCHES(Severity.INFO, "site", "Small fetches of a class to a site go by tunnels from now on, or take the stock path again."),
  FOREIGN(Severity.ERROR, "site", "An agent reported something that belongs to another site; the report was ignored."),
  UNPROVEN(Severity.WARNING, "site", "A reader could not prove that it belongs to the job whose bytes it requested; the detail says why."),
  FETCH_ENDED(Severity.WARNING, "site",
      "A fetch through Terra ended early; the handler on the reader's node fetches the rest directly."),
  CORRUPT_CHUNK(Severity.ERROR, "path", "Bytes were changed between two agents; they are requested again."),
  CORRUPT_SEGMENT(Severity.ERROR, "path", "A segment's checksum is wrong although those of its parts are right; it is requested again, "
      + "or fetched directly."),
  CACHE_SPOILED(Severity.ERROR, "job", "The bytes of a segment changed in the cache; it is dropped, and its readers fetch it directly.");

  private final Severity severity;
  private final String target;
  private final String sentence;

  AgentEventKind(Severity severity, String target, String sentence) {
    this.severity = severity;
    this.target = target;
    this.sentence = sentence;
  }

  /** Returns whether others can cause such events as often as they like. */
  boolean isOfOthers() {
    return this == FOREIGN || this == UNPROVEN || this == CORRUPT_CHUNK || this == HANDLER_FULL || this == HANDLER_ATTACHED
        || this == HANDLER_LOST;
  }

  @Override
  public Meaning meaning() {
    return new Meaning(severity, target, sentence);
  }
}
