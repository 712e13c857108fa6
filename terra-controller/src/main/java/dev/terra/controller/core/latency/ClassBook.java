package dev.terra.controller.core.latency;

import com.google.common.collect.ImmutableList;
import dev.terra.api.latency.ClassMessages;
import dev.terra.api.v1.AgentAlive;
import dev.terra.api.v1.ClassOfJob;
import dev.terra.api.v1.ClassRules;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.MixedLink;
import dev.terra.api.version.Capability;
import dev.terra.controller.core.agent.AgentBook;
import dev.terra.controller.core.agent.AgentState;
import dev.terra.controller.core.network.NetworkModel;
import dev.terra.controller.core.queue.PlacedQueues;
import dev.terra.controller.core.queue.QueueSettings;
import dev.terra.controller.core.shuffle.RunningShuffle;
import dev.terra.controller.core.shuffle.ShuffleBook;
import dev.terra.controller.core.shuffle.YarnApplication;
import dev.terra.controller.core.turn.Effects;
import dev.terra.controller.view.ClassFigures;
import dev.terra.controller.view.EventKind;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.latency.LatencyClasses;
import dev.terra.core.shuffle.ShuffleDescriptor.Owner;
import dev.terra.core.wan.Link;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The latency classes, and the class that the small fetches of each job have. The class follows from the queue and the user that
 * {@link PlacedQueues} returns. Agents get all of it whenever any of it changes. There is at most one entry for each running shuffle. This
 * class is used on the controller's thread only.
 */
public final class ClassBook {
  private final NetworkModel network;
  private final ShuffleBook shuffles;
  private final PlacedQueues queues;
  private final AgentBook agents;
  private final Effects effects;
  private final PromiseBook promises;
  private final ReserveBook reserves;
  private LatencyClasses classes;
  private ClassRules told;

  /** The objects on which the classes depend. */
  public record Subjects(NetworkModel network, ShuffleBook shuffles, PlacedQueues queues) {}

  /** Creates the classes of one controller's shuffles, of which there are none yet. */
  public ClassBook(LatencyClasses classes, Subjects subjects, AgentBook agents, Effects effects) {
    this.classes = classes;
    this.network = subjects.network;
    this.shuffles = subjects.shuffles;
    this.queues = subjects.queues;
    this.promises = new PromiseBook(subjects.network.nominal(), effects.events());
    this.reserves = new ReserveBook(subjects.network, agents, effects.timer());
    this.agents = agents;
    this.effects = effects;
    this.told = rules(Map.of());
  }

  /** The classes in force. */
  public LatencyClasses classes() {
    return classes;
  }

  /** The rules that a new agent has to follow. */
  public ClassRules rules() {
    return told;
  }

  /** Puts other classes in force. */
  public void change(LatencyClasses other, long nowNanos) {
    if (!other.equals(classes)) {
      classes = other;
      effects.events().add(nowNanos, EventKind.CLASSES_CHANGED, "classes", "DSCP " + other.marks().interactive() + " interactive, "
          + other.marks().normal() + " normal, " + other.marks().bulk() + " bulk; " + other.assignments().size()
          + " queues and users with a class, " + other.targets().size() + " targets");
      follow();
    }
  }

  /**
   * Handles what a site's agent reports about its handlers' fetches. Where several agents share a site, each of them reports all fetches,
   * and only the report of slice 0 counts.
   *
   * @throws IllegalArgumentException if a report is impossible
   */
  public void reported(AgentState agent, AgentAlive alive, long nowNanos) {
    if (agent.slice().number() == 0) {
      alive.getClassesList().forEach(report -> promises.reported(agent.site(), report, nowNanos));
      alive.getSmallList().forEach(small -> reserves.sent(agent.site(), small));
    }
  }

  /** Judges which promises are kept, and how much plans have to leave of each link. This method is called on every tick. */
  public void judge(long nowNanos) {
    promises.judge(classes, nowNanos);
    reserves.measure(nowNanos);
  }

  /** The promises for which anything was reported. */
  public ImmutableList<ClassFigures> figures() {
    return promises.figures();
  }

  /** Sends agents the rules if they have changed. This method is called on every tick and before every round. */
  public void follow() {
    ClassRules now = rules(classOfJobs());
    if (!now.equals(told)) {
      told = now;
      agents.live().stream().filter(agent -> agent.can(Capability.LATENCY_CLASSES)).forEach(agent ->
          effects.outbox().send(agent.stream(), ControllerMessage.newBuilder().setClasses(now)));
    }
  }

  /** Returns the jobs with another class than normal. */
  private Map<String, LatencyClass> classOfJobs() {
    Map<String, LatencyClass> jobs = new TreeMap<>();
    if (!classes.assignments().isEmpty()) {
      Map<Owner, LatencyClass> known = new HashMap<>();
      for (RunningShuffle shuffle : shuffles.active()) {
        queues.owner(shuffle).map(owner -> known.computeIfAbsent(owner, this::of)).filter(found -> found != LatencyClass.NORMAL)
            .ifPresent(found -> jobs.put(job(shuffle), found));
      }
    }
    return jobs;
  }

  private LatencyClass of(Owner owner) {
    return classes.of(QueueSettings.name(owner.queue()), owner.user());
  }

  private static String job(RunningShuffle shuffle) {
    return shuffle.application().map(YarnApplication::id).orElse(shuffle.id().value());
  }

  private ClassRules rules(Map<String, LatencyClass> jobs) {
    ClassRules.Builder rules = ClassRules.newBuilder().setMarks(ClassMessages.of(classes.marks()));
    classes.targets().forEach(target -> rules.addTargets(ClassMessages.of(target)));
    if (!classes.targets().isEmpty()) {
      network.nominal().links().stream().map(Link::id).filter(agents::mixesClasses).forEach(link ->
          rules.addMixed(MixedLink.newBuilder().setFrom(link.from().name()).setTo(link.to().name())));
    }
    jobs.forEach((job, latencyClass) -> rules.addJobs(ClassOfJob.newBuilder().setJob(job).setName(ClassMessages.of(latencyClass))));
    return rules.build();
  }
}
