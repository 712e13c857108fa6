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
  DEALT_BY_HASH(Severity.WARNING, "shuffle", "The slices of two sites had less even work by the balance policy than the hash would have "
      + "given them; the hash deals what is left of the shuffle between them. The detail says how long each slice still has work. If it "
      + "comes again and again, set `balance: hash`."),
  REPORT_REFUSED(Severity.WARNING, "site", "An agent's report was impossible, and was ignored."),
  REQUEST_REFUSED(Severity.WARNING, "job master", "A request was impossible, and was ignored."),
  LINK_DOWN(Severity.WARNING, "link", "A link has failed; bundles move to other paths."),
  LINK_UP(Severity.INFO, "link", "A link that was down works again."),
  CAPACITY_CHANGED(Severity.INFO, "link", "The measured capacity of a link has changed by a quarter of its nominal capacity or more."),
  PATHS_CHANGED(Severity.INFO, "WAN", "The set of allowed paths has changed; agents open and close tunnels."),
  ROUTES_CHANGED(Severity.INFO, "WAN", "The set of tunnels that the network routes has changed."),
  ROUTE_REFUSED(Severity.WARNING, "tunnels", "The network cannot route some tunnels along their paths; agents relay them instead."),
  SWITCH_FULL(Severity.WARNING, "site", "A path was forbidden, or the actions of operators that a controller took over hold, and the paths "
      + "need more rules than the site's switch has room for. The detail names the new tunnels among which agents relay what it refuses; "
      + "`route-refused` follows with those that it has refused."),
  NETWORK_PROBLEM(Severity.ERROR, "network controller",
      "The network's own controller does not answer or refuses requests; installed rules stay as they are."),
  NETWORK_ANSWERS(Severity.INFO, "network controller", "The network's own controller answers again; its rules are being checked."),
  RESOURCE_MANAGER_PROBLEM(Severity.ERROR, "`ResourceManager`", "No ResourceManager says in which queues YARN runs jobs; the jobs that it "
      + "has not confirmed have the priority and weight of no queue."),
  RESOURCE_MANAGER_ANSWERS(Severity.INFO, "`ResourceManager`", "A ResourceManager answers again."),
  QUEUE_CORRECTED(Severity.WARNING, "application", "A job names another queue than the one in which YARN runs it; YARN's counts."),
  CLASSES_CHANGED(Severity.INFO, "`classes`", "The latency classes in the controller's configuration have changed; agents follow them."),
  COMPRESSION_CHANGED(Severity.INFO, "`compression`", "The controller's configuration excepts other jobs from compression than "
      + "before; agents follow that with the next schedule."),
  PROMISE_MISSED(Severity.WARNING, "pair of sites", "In the last minute more fetches of a latency class missed its target than its "
      + "percentile allows; the detail says which share of them is admitted now."),
  PROMISE_KEPT(Severity.INFO, "pair of sites", "A latency class keeps its target again, or has lost the target that it missed; "
      + "the detail says which."),
  CLASS_DOWNGRADED(Severity.WARNING, "pair of sites", "Handlers admit less than 90 % of the fetches of a latency class, since more would "
      + "miss its target; the others go as bulk."),
  CLASS_ADMITTED(Severity.INFO, "pair of sites", "Handlers admit nearly all fetches of a latency class again, or the class has lost the "
      + "target for which they downgraded a part of them; the detail says which."),
  OPERATOR_ACTION(Severity.INFO, "link, site, path, shuffle, job or queue", "An operator has changed something; the detail says what, "
      + "and who it was."),
  REROUTE(Severity.INFO, "links, or `tunnels`", "Bundles whose paths failed have rates on other paths now."),
  SCHEDULE_FAILED(Severity.ERROR, "round", "A scheduling round failed; the previous schedule stays in force."),
  DEADLINE_REFUSED(Severity.WARNING, "shuffle", "The capacity that is left cannot meet a shuffle's deadline; the shuffle is served after "
      + "all others."),
  BUDGET_MISSED(Severity.WARNING, "shuffle", "A shuffle's hard budget is below what its cheapest paths cost, or no plan that keeps it can "
      + "be computed; the detail names job, queue and reason."),
  RECURRING_RETURNED(Severity.INFO, "job", "A run of a recurring job would cost too much with the settings that it tries, and returns to "
      + "the usual ones."),
  RECURRING_RESTARTED(Severity.INFO, "job", "What runs of a recurring job cost has changed so much that it is learned anew."),
  BUNDLE_IDLE(Severity.WARNING, "shuffle",
      "No byte of a bundle has moved for seconds although it has a rate. If all bundles of a shuffle are idle, it is served last."),
  SHUFFLE_FAILED(Severity.WARNING, "shuffle", "A submitted shuffle has failed; the detail says why."),
  SHUFFLE_FORGOTTEN(Severity.WARNING, "shuffle", "A shuffle was removed, because no agent has reported anything of it for 10 minutes.");

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
