package dev.terra.controller.view;

import dev.terra.core.view.EventType;
import dev.terra.core.view.Severity;

/** What can happen at a controller. */
public enum EventKind implements EventType {
  CONTROLLER_STARTED(Severity.INFO, "WAN", "The controller has started; it knows its WAN and waits for agents."),
  AGENT_JOINED(Severity.INFO, "site", "An agent has said hello, and gets its tunnels and rates."),
  AGENT_LOST(Severity.WARNING, "site", "An agent's stream ended or was silent for too long; nothing is planned from or to its site."),
  AGENT_REFUSED(Severity.WARNING, "site", "An agent may not join; the detail says why."),
  SLICES_MOVED(Severity.INFO, "site", "Of several agents of a site others carry some of its slices from now on."),
  REPORT_REFUSED(Severity.WARNING, "site", "An agent said something that cannot be, and it was left out."),
  REQUEST_REFUSED(Severity.WARNING, "job master", "A job master asked for something that cannot be, and it was left out."),
  LINK_DOWN(Severity.WARNING, "link", "A link carries nothing any more; bundles move to other paths."),
  LINK_UP(Severity.INFO, "link", "A link that was down carries again."),
  CAPACITY_CHANGED(Severity.INFO, "link", "A link carries more or less than before, by a quarter of its nominal capacity or more."),
  PATHS_CHANGED(Severity.INFO, "WAN", "Other links, paths or numbers of paths are allowed; agents open and close tunnels."),
  ROUTES_CHANGED(Severity.INFO, "WAN", "The network routes other tunnels along their paths than before."),
  ROUTE_REFUSED(Severity.WARNING, "tunnels", "The network cannot route tunnels along their paths; agents pass them on instead."),
  NETWORK_PROBLEM(Severity.ERROR, "network controller",
      "The network's own controller cannot be asked; rules that it has stay as they are."),
  NETWORK_ANSWERS(Severity.INFO, "network controller", "The network's own controller can be asked again; its rules are looked through."),
  OPERATOR_ACTION(Severity.INFO, "link, site, path, shuffle, job or queue", "An operator changed something; the detail says what and who."),
  REROUTE(Severity.INFO, "links, or `tunnels`", "Bundles whose paths went down have rates on others."),
  SCHEDULE_FAILED(Severity.ERROR, "round", "A round found no schedule; the last one stands."),
  DEADLINE_REFUSED(Severity.WARNING, "shuffle", "A shuffle's deadline cannot be met on what is left; it gets what others leave."),
  BUNDLE_IDLE(Severity.WARNING, "shuffle",
      "Nothing of a bundle has moved for seconds though its rate would have let it; a shuffle that has no other goes last."),
  SHUFFLE_FAILED(Severity.WARNING, "shuffle", "A submitted shuffle is over, and not all of it has arrived; the detail says why."),
  SHUFFLE_FORGOTTEN(Severity.WARNING, "shuffle", "No live agent holds anything of a shuffle, and nobody spoke of it for 10 minutes.");

  private final Severity severity;
  private final String target;
  private final String sentence;

  EventKind(Severity severity, String target, String sentence) {
    this.severity = severity;
    this.target = target;
    this.sentence = sentence;
  }

  @Override
  public Meaning meaning() {
    return new Meaning(severity, target, sentence);
  }
}
