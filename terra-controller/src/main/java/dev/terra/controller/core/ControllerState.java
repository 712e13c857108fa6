package dev.terra.controller.core;

import com.google.common.collect.Sets;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.JobMasterRequest;
import dev.terra.api.v1.RatesInForce;
import dev.terra.controller.core.agent.AgentBook;
import dev.terra.controller.core.agent.AgentState;
import dev.terra.controller.core.agent.HostBook;
import dev.terra.controller.core.agent.WorkBook;
import dev.terra.controller.core.capacity.CapacityBook;
import dev.terra.controller.core.capacity.MeasurementReports;
import dev.terra.controller.core.latency.ClassBook;
import dev.terra.controller.core.network.NetworkEvents;
import dev.terra.controller.core.network.NetworkModel;
import dev.terra.controller.core.operate.OperatorDesk;
import dev.terra.controller.core.operate.OperatorLevers;
import dev.terra.controller.core.operate.OperatorShuffles;
import dev.terra.controller.core.operate.OperatorTerms;
import dev.terra.controller.core.queue.CachedQueues;
import dev.terra.controller.core.queue.CompressionBook;
import dev.terra.controller.core.queue.PlacedQueues;
import dev.terra.controller.core.recurring.RecurringBook;
import dev.terra.controller.core.round.QueuePaths;
import dev.terra.controller.core.round.RoundPlanner;
import dev.terra.controller.core.round.Rounds;
import dev.terra.controller.core.round.SchedulerSource;
import dev.terra.controller.core.shuffle.ShuffleBook;
import dev.terra.controller.core.shuffle.ShuffleReports;
import dev.terra.controller.core.submit.MasterNews;
import dev.terra.controller.core.submit.SubmissionBook;
import dev.terra.controller.core.submit.SubmissionsHost;
import dev.terra.controller.core.submit.TransferSlices;
import dev.terra.controller.core.turn.AgentNews;
import dev.terra.controller.core.turn.Effects;
import dev.terra.controller.view.ControllerEvent;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.EventKind;
import dev.terra.core.failure.Failures;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.LinkId;
import dev.terra.schedule.Scheduler;
import dev.terra.schedule.explain.Projection;
import dev.terra.schedule.explain.ScheduledRound;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The whole state of the controller. It handles each event. All of it is soft state: agents report everything again on each new stream, so
 * that a restarted controller has it again within moments.
 *
 * <p>One thread owns this object. Times are nanoseconds since the controller started and never go back. Messages to send are collected in
 * an outbox, which the owner drains after each call.
 */
public final class ControllerState {

  private final AgentBook agents;
  private final ShuffleBook shuffles = new ShuffleBook(0);
  private final Effects effects = Effects.none();
  private final NetworkEvents networkEvents;
  private final HostBook hosts;
  private final AgentSessions sessions;
  private final CapacityBook capacities;
  private final MeasurementReports measurements;
  private final ShuffleReports reports;
  private final SubmissionBook submissions;
  private final Rounds rounds;
  private final OperatorDesk desk;
  private final ViewPublisher publisher;
  private final Succession succession;
  private final PlacedQueues queues;
  private final CachedQueues cached;
  private final ClassBook classes;
  private final WorkBook work = new WorkBook();
  private final CompressionBook compression;
  private final RecurringBook recurring;
  private final SchedulerSource schedulers;

  /** Creates the state of a controller that has its settings and nothing else. */
  public ControllerState(ControllerSettings settings) {
    NetworkModel network = new NetworkModel(settings.network());
    this.schedulers = settings.schedulers();
    this.agents = new AgentBook(settings.slices());
    this.networkEvents = new NetworkEvents(network, agents, effects);
    TransferSlices slices = new TransferSlices(settings.slices(), settings.agents().balance());
    this.hosts = new HostBook(settings.wan(), settings.slices(), settings.leadership().term(), effects,
        new HostBook.Work(shuffles::lastKnownNanos, slices::forget));
    this.submissions = new SubmissionBook(settings.wan(), new SubmissionsHost(shuffles, agents, effects, slices,
        pair -> QueuePaths.leastUsdPerByte(network, pair)), slices);
    OperatorTerms operatorTerms = new OperatorTerms();
    this.queues = new PlacedQueues(settings.queues().source().orElse(null), shuffles, submissions::knows, effects);
    this.cached = new CachedQueues(shuffles, queues, effects);
    this.classes = new ClassBook(
        settings.queues().classes(), new ClassBook.Subjects(network, shuffles, queues), agents, effects);
    this.compression = new CompressionBook(settings.queues().uncompressed(), queues, submissions::isAsIs, effects);
    this.sessions = new AgentSessions(settings, agents, effects, new AgentSessions.Parts(networkEvents, hosts, classes));
    this.recurring = new RecurringBook(settings.recurring(),
        new RecurringBook.Inputs(shuffles, queues, settings.wan(), settings.queues().terms()), effects,
        new Random(settings.session())::nextGaussian);
    EffectiveTerms terms = new EffectiveTerms(operatorTerms, submissions, settings.queues(), queues::queue, recurring::usdPerHour);
    RoundPlanner planner = new RoundPlanner(network, settings.schedulers(), submissions, terms::of,
        new QueuePaths(network, shuffle -> queues.avoided(shuffle, settings.queues().residency()), effects.events()));
    this.capacities = new CapacityBook(network, networkEvents, settings.network());
    this.rounds = new Rounds(new Rounds.Inputs(network, agents, shuffles,
        () -> Sets.union(compression.asIs(shuffles), recurring.asIs()).immutableCopy()), planner, capacities, effects.events(),
        settings.leadership());
    this.succession = new Succession(settings, agents, effects.timer());
    this.measurements = new MeasurementReports(network, networkEvents, capacities, effects.timer(), succession::isOpen);
    this.reports = new ShuffleReports(settings.wan(), shuffles, agents, effects, submissions::knows);
    OperatorShuffles operatorShuffles = new OperatorShuffles(shuffles, submissions, agents, effects.outbox());
    OperatorLevers levers = new OperatorLevers(network, networkEvents, operatorTerms, operatorShuffles, hosts);
    this.desk = new OperatorDesk(levers, network, hosts, effects);
    this.publisher = new ViewPublisher(network, agents, shuffles, rounds, new ViewPublisher.Extras(desk, classes, work));
    effects.events().add(
        0, EventKind.CONTROLLER_STARTED, settings.wan().name(), settings.wan() + ", session " + settings.session()
            + (settings.leadership().isElected() ? ", elected, term " + Long.toUnsignedString(settings.leadership().term()) : ""));
  }

  /** Handles a report from an agent. */
  public void handle(long stream, AgentReport report, long nowNanos) {
    shuffles.advance(nowNanos);
    try {
      if ((report.hasHello() || report.hasHost()) && (agents.on(stream).isPresent() || hosts.heard(stream))) {
        throw new IllegalArgumentException("expected one hello of an agent on a stream, got another one");
      }
      if (report.hasHello()) {
        sessions.hello(stream, report.getHello(), nowNanos).ifPresent(agent -> joined(agent, nowNanos));
      } else if (report.hasHost()) {
        hosts.hello(stream, report.getHost(), nowNanos);
      } else if (!hosts.heard(stream)) {
        sessions.heard(stream).ifPresent(agent -> dispatch(agent, report, nowNanos));
      }
    } catch (IllegalArgumentException e) {
      String who = agents.on(stream).map(agent -> agent.site().name()).orElse("?");
      effects.events().add(nowNanos, EventKind.REPORT_REFUSED, who, report.getReportCase() + ": " + Failures.inWords(e));
      if (report.hasHello() || report.hasHost()) {
        effects.outbox().end(stream, Failures.inWords(e));
      }
    }
  }

  private void joined(AgentState agent, long nowNanos) {
    shuffles.forget(agent.slice());
    rounds.joined(agent.slice());
    succession.joined();
    submissions.attached(agent.slice(), nowNanos);
  }

  private void allTold(AgentState agent, RatesInForce rates) {
    if (succession.isOpen()) {
      rounds.takeOver(agent.slice(), rates);
    }
    agent.noteToldAll();
    succession.toldAll();
  }

  /** Applies how many bytes the ports to links have sent since the ports came up. */
  public void portCounters(Map<LinkId, Long> sentBytes, long nowNanos) {
    measurements.ports(sentBytes, nowNanos);
  }

  private void dispatch(AgentState agent, AgentReport report, long nowNanos) {
    switch (report.getReportCase()) {
      case SHUFFLE -> reports.produced(agent, report.getShuffle(), nowNanos);
      case DESCRIPTION -> reports.description(agent, report.getDescription(), nowNanos);
      case PLACEMENT -> reports.placement(agent, report.getPlacement(), nowNanos);
      case PROGRESS -> {
        reports.progress(agent, report.getProgress(), nowNanos);
        submissions.progressed(new ShuffleId(report.getProgress().getShuffle()), agent.site(), nowNanos);
      }
      case BUNDLES -> {
        reports.bundles(agent, report.getBundles(), nowNanos);
        submissions.progressed(new ShuffleId(report.getBundles().getShuffle()), agent.site(), nowNanos);
      }
      case TUNNEL -> measurements.tunnel(agent, report.getTunnel(), nowNanos);
      case LINKS -> report.getLinks().getLinksList().forEach(link -> measurements.link(agent, link, nowNanos));
      case HANDLERS -> agent.report(report.getHandlers(), nowNanos);
      case ENDED -> reports.ended(agent, report.getEnded(), nowNanos);
      case ROUTES, PROBE -> networkEvents.reported(agent.site(), report);
      case ALL_TOLD -> allTold(agent, report.getAllTold());
      case TRANSFERS -> submissions.report(agent.slice(), report.getTransfers(), nowNanos);
      case ALIVE -> {
        agent.noteFetches(report.getAlive().getFetches());
        agent.noteWaits(report.getAlive());
        agent.noteUse(report.getAlive());
        work.reported(agent, report.getAlive().getUse().getProcessorMicros());
        cached.reported(agent, report.getAlive().getUse().getCache());
        agent.noteLoad(report.getAlive());
        classes.reported(agent, report.getAlive(), nowNanos);
        reports.served(report.getAlive().getServedList(), nowNanos);
      }
      default -> { } // a report of a later version
    }
  }

  /** Handles events of the network. */
  public NetworkEvents network() {
    return networkEvents;
  }

  /** The queues of running shuffles. */
  public PlacedQueues queues() {
    return queues;
  }

  /** The latency classes. */
  public ClassBook classes() {
    return classes;
  }

  /** Which shuffles are not to be compressed. */
  public CompressionBook compression() {
    return compression;
  }

  /** The jobs that recur. */
  public RecurringBook recurring() {
    return recurring;
  }

  /** Handles a request from a job master. */
  public void handle(long stream, JobMasterRequest request, long nowNanos) {
    shuffles.advance(nowNanos);
    try {
      submissions.handle(stream, request, nowNanos);
    } catch (IllegalArgumentException e) {
      effects.events().add(nowNanos, EventKind.REQUEST_REFUSED, "job master", request.getRequestCase() + ": " + e.getMessage());
    }
  }

  /** Carries out the commands of operators. */
  public OperatorDesk operator() {
    return desk;
  }

  /** Handles the end of a job master's stream. */
  public void masterEnded(long stream, long nowNanos) {
    submissions.streamEnded(stream, nowNanos);
  }

  /** Takes the messages for job masters, in order. */
  public List<MasterNews> drainMasterNews() {
    return submissions.drain();
  }

  /** Handles the end of an agent's stream. */
  public void streamEnded(long stream, String why, long nowNanos) {
    shuffles.advance(nowNanos);
    hosts.ended(stream, nowNanos);
    sessions.ended(stream, why, nowNanos);
  }

  /** Renews leases, and detects silent agents and rates that no longer fit the bytes that are left. This method is called every 500 ms. */
  public void tick(long nowNanos) {
    shuffles.advance(nowNanos);
    hosts.tick(nowNanos);
    sessions.tick(nowNanos);
    succession.tick();
    measurements.tick(nowNanos);
    if (networkEvents.judgeLinks(nowNanos) || rounds.staleAt(nowNanos)) {
      effects.timer().request(nowNanos);
    }
    submissions.tick(nowNanos);
    queues.follow(nowNanos);
    recurring.follow(nowNanos);
    classes.follow();
    classes.judge(nowNanos);
    shuffles.dropOrphans(nowNanos, agents::liveAt).forEach(id ->
        effects.events().add(nowNanos, EventKind.SHUFFLE_FORGOTTEN, id.value(), "no live agent holds any of its bytes"));
  }

  /** Returns when {@link #runRound} is due, or empty if no round is due. */
  public OptionalLong roundDueNanos() {
    return effects.timer().dueNanos();
  }

  /** Computes a schedule, and sends agents what has changed. If the policy throws anything, the last schedule stays in force. */
  public void runRound(long nowNanos) {
    queues.follow(nowNanos);
    recurring.follow(nowNanos);
    classes.follow();
    effects.timer().begun();
    succession.end();
    shuffles.advance(nowNanos);
    rounds.run(nowNanos).forEach((stream, epoch) ->
        effects.outbox().send(stream, ControllerMessage.newBuilder().setEpoch(epoch)));
    effects.outbox().roundOver();
  }

  /** Notes how long the last round took, in milliseconds, for the status. */
  public void noteRoundMillis(double millis) {
    effects.timer().noteRoundMillis(millis);
  }

  /** Returns what is to be sent, in order, and empties the outbox. */
  public List<AgentNews> drainOutbox() {
    return effects.outbox().drain();
  }

  /** Returns the events since the last call, for a log. */
  public List<ControllerEvent> drainEvents() {
    return effects.events().drain();
  }

  /**
   * Returns the input of the last round and the schedule in force since then. It is empty if there was nothing to send. This method may be
   * called on any thread.
   */
  public Optional<ScheduledRound> lastRound() {
    return rounds.last();
  }

  /** Takes over when shuffles will be done, according to a round that was played out. Null means that this could not be computed. */
  public void foresee(ScheduledRound round, @Nullable Projection ahead) {
    rounds.finishTimes().foresee(round, ahead);
  }

  /** Notes that there is nothing to send, and thus no round to play out. */
  public void foreseeNothing() {
    rounds.finishTimes().nothingToSend();
  }

  /** Returns a new scheduler for a round's WAN and path rules, for playing the round out. This method may be called on any thread. */
  public Scheduler scheduler(ScheduledRound round) {
    return schedulers.create(round.forPaths(), round.rules());
  }

  /** Returns a view of the present state. The publisher sets the view's version. */
  public ControllerView view(long nowNanos) {
    shuffles.advance(nowNanos);
    return publisher.view(effects, capacities.carried(nowNanos), nowNanos);
  }
}
