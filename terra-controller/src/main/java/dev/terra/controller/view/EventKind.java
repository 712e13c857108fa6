package dev.terra.controller.view;

import dev.terra.core.view.EventType;
import dev.terra.core.view.Severity;

/** The kinds of a controller's events. */
public enum EventKind implements EventType {
  CONTROLLER_STARTED(Severity.INFO, "WAN", "The controller has started and waits for agents."),
  AGENT_JOINED(Severity.INFO, "site", "An agent has connected, and gets its tunnels and rates."),
  AGENT_LOST(Severity.WARNING, "site", "An agent's connection has ended or was silent for too long; nothing is scheduled from or to its "
      + "site."),
  AGENT_REFUSED(Severity.WARNING, "site", "An agent may not join; the detail says why."),
  SLICES_MOVED(Severity.INFO, "site", "Some slices of a site have moved from one of its agents to another."),
  DEALT_BY_HASH(Severity.WARNING, "shuffle", "The balance policy gave the slices of two sites less even work than the hash would have. "
      + "From now on, the hash divides the rest of the shuffle between them. The detail has the remaining time of each slice. If this "
      + "event comes often, set `balance: hash`."),
  REPORT_REFUSED(Severity.WARNING, "site", "An agent's report was impossible, and was ignored."),
  REQUEST_REFUSED(Severity.WARNING, "job master", "A request was impossible, and was ignored."),
  LINK_DOWN(Severity.WARNING, "link", "A link has failed; bundles move to other paths."),
  LINK_UP(Severity.INFO, "link", "A link that was down works again."),
  CAPACITY_CHANGED(Severity.INFO, "link", "The measured capacity of a link has changed by a quarter of its nominal capacity or more."),
  PATHS_CHANGED(Severity.INFO, "WAN", "The set of allowed paths has changed; agents open and close tunnels."),
  ROUTES_CHANGED(Severity.INFO, "WAN", "The set of tunnels that the network routes has changed."),
  ROUTE_REFUSED(Severity.WARNING, "tunnels", "The network cannot route some tunnels along their paths; agents relay them instead."),
  SWITCH_FULL(Severity.WARNING, "site", "After a path was forbidden, or after a controller took over the actions of operators, the paths "
      + "need more rules than the site's switch has room for. Agents relay the tunnels that the switch refuses, which are among the new "
      + "tunnels that the detail names; `route-refused` follows for them."),
  NETWORK_PROBLEM(Severity.ERROR, "network controller",
      "The network's own controller does not answer or refuses requests; installed rules stay as they are."),
  NETWORK_ANSWERS(Severity.INFO, "network controller", "The network's own controller answers again; its rules are being checked."),
  RESOURCE_MANAGER_PROBLEM(Severity.ERROR, "`ResourceManager`", "No ResourceManager answers requests for the queues of jobs. Jobs whose "
      + "queues YARN has not confirmed do not get the priority and weight of a queue."),
  RESOURCE_MANAGER_ANSWERS(Severity.INFO, "`ResourceManager`", "A ResourceManager answers again."),
  QUEUE_CORRECTED(Severity.WARNING, "application", "A job names another queue than the one in which YARN runs it; YARN's counts."),
  CLASSES_CHANGED(Severity.INFO, "`classes`", "The latency classes in the controller's configuration have changed; agents follow them."),
  COMPRESSION_CHANGED(Severity.INFO, "`compression`", "The jobs that the controller's configuration excludes from compression have "
      + "changed; agents follow this with the next schedule."),
  PROMISE_MISSED(Severity.WARNING, "pair of sites", "In the last minute more fetches of a latency class missed its target than its "
      + "percentile allows; the detail says which share of them is admitted now."),
  PROMISE_KEPT(Severity.INFO, "pair of sites", "A latency class keeps its target again, or has lost the target that it missed; "
      + "the detail says which."),
  CLASS_DOWNGRADED(Severity.WARNING, "pair of sites", "Handlers admit less than 90 % of the fetches of a latency class, since more would "
      + "miss its target; the others go as bulk."),
  CLASS_ADMITTED(Severity.INFO, "pair of sites", "Handlers admit nearly all fetches of a latency class again, or the class has lost the "
      + "target for which they downgraded a part of them; the detail says which."),
  OPERATOR_ACTION(Severity.INFO, "link, site, path, shuffle, job or queue", "An operator has changed something; the detail says what, and "
      + "names the operator."),
  REROUTE(Severity.INFO, "links, or `tunnels`", "Bundles whose paths failed have rates on other paths now."),
  SCHEDULE_FAILED(Severity.ERROR, "round", "A scheduling round failed; the previous schedule stays in force."),
  DEADLINE_REFUSED(Severity.WARNING, "shuffle", "The capacity that is left cannot meet a shuffle's deadline; the shuffle is served after "
      + "all others."),
  BUDGET_MISSED(Severity.WARNING, "shuffle", "A shuffle's hard budget is below what its cheapest paths cost, or no plan that keeps it can "
      + "be computed; the detail names job, queue and reason."),
  RECURRING_RETURNED(Severity.INFO, "job", "A run of a recurring job would cost too much with the settings that it tries, and returns to "
      + "the usual ones."),
  RECURRING_RESTARTED(Severity.INFO, "job", "The costs of the runs of a recurring job have changed so much that the best settings are "
      + "learned again."),
  BUNDLE_IDLE(Severity.WARNING, "shuffle",
      "No byte of a bundle has moved for seconds although it has a rate. If all bundles of a shuffle are idle, it is served last."),
  SHUFFLE_FAILED(Severity.WARNING, "shuffle", "A submitted shuffle has failed; the detail says why."),
  SHUFFLE_FORGOTTEN(Severity.WARNING, "shuffle", "A shuffle was removed because no agent has reported it for 10 minutes.");

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
