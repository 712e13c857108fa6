package dev.terra.controller.core;

import dev.terra.api.shuffle.ShuffleDescriptions;
import dev.terra.api.v1.AgentHello;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.BundleProgress;
import dev.terra.api.v1.ControllerAlive;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.ControllerWelcome;
import dev.terra.api.v1.JobMasterRequest;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.ShuffleDescription;
import dev.terra.api.v1.ShuffleEnded;
import dev.terra.api.v1.ShuffleReport;
import dev.terra.api.v1.SubmittedPart;
import dev.terra.controller.core.OperatorCommand.SetTerms.Scope;
import dev.terra.controller.view.ControllerEvent;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.EventKind;
import dev.terra.controller.view.TermsSource;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import dev.terra.schedule.explain.ScheduledRound;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Everything the controller knows, and what it does about each event. All of it is soft state: agents say it again on every new
 * stream, so a controller that starts anew knows it all within moments.
 *
 * <p>One thread owns it. Times are nanoseconds since the controller started and never go back. What is to be sent collects in an
 * outbox, which the owner drains after each call.
 */
public final class ControllerState {
  /** The version of the messages between agents and the controller. */
  public static final int PROTOCOL_VERSION = 2;

  private final ControllerSettings settings;
  private final NetworkModel network;
  private final AgentBook agents;
  private final ShuffleBook shuffles;
  private final NetworkEvents networkEvents;
  private final MeasurementReports measurements;
  private final Rounds rounds;
  private final ViewPublisher publisher;
  private final EventLog events = new EventLog();
  private final RoundTimer timer = new RoundTimer();
  private final List<AgentNews> outbox = new ArrayList<>();
  /** Parts of submitted shuffles: agents get them when they have the rates, or all would begin at once on every path. */
  private final List<AgentNews> afterRound = new ArrayList<>();
  private final SubmissionBook submissions;
  private final OperatorTerms operatorTerms = new OperatorTerms();
  private final OperatorDesk desk;

  /** A controller that knows its WAN and nothing else. */
  public ControllerState(ControllerSettings settings) {
    this.settings = settings;
    this.network = new NetworkModel(settings.network());
    this.agents = new AgentBook();
    this.networkEvents = new NetworkEvents(network, agents, events, timer, this::send);
    this.shuffles = new ShuffleBook(0);
    this.submissions = new SubmissionBook(settings.wan(), new SubmissionsHost());
    RoundPlanner planner = new RoundPlanner(network, settings.schedulers(), submissions::knows, this::termsOf);
    CapacityBook capacities = new CapacityBook(network, networkEvents, settings.network());
    this.measurements = new MeasurementReports(network, networkEvents, capacities, timer);
    this.rounds = new Rounds(network, planner, agents, shuffles, events, capacities);
    OperatorLevers levers = new OperatorLevers(network, networkEvents, network.drains(), operatorTerms,
        new OperatorShuffles(shuffles, submissions, agents, this::send));
    this.desk = new OperatorDesk(levers, network, network.drains(), events, timer);
    this.publisher = new ViewPublisher(network, agents, shuffles, rounds, desk);
    events.add(0, EventKind.CONTROLLER_STARTED, settings.wan().name(), settings.wan() + ", session " + settings.session());
  }

  /** An agent said something. */
  public void handle(long stream, AgentReport report, long nowNanos) {
    shuffles.advance(nowNanos);
    try {
      if (report.hasHello()) {
        hello(stream, report.getHello(), nowNanos);
        return;
      }
      Optional<AgentState> agent = agents.on(stream).filter(AgentState::live);
      if (agent.isEmpty()) {
        outbox.add(AgentNews.end(stream, "no agent has said hello on this stream, or it was taken for lost"));
        return;
      }
      agent.get().heard();
      dispatch(agent.get(), report, nowNanos);
    } catch (IllegalArgumentException e) {
      String who = agents.on(stream).map(agent -> agent.site().name()).orElse("?");
      events.add(nowNanos, EventKind.REPORT_REFUSED, who, report.getReportCase() + ": " + e.getMessage());
      if (report.hasHello()) {
        outbox.add(AgentNews.end(stream, e.getMessage()));
      }
    }
  }

  private void dispatch(AgentState agent, AgentReport report, long nowNanos) {
    switch (report.getReportCase()) {
      case SHUFFLE -> shuffle(agent, report.getShuffle(), nowNanos);
      case DESCRIPTION -> description(agent, report.getDescription(), nowNanos);
      case PLACEMENT -> placement(agent, report.getPlacement(), nowNanos);
      case PROGRESS -> progress(agent, report.getProgress(), nowNanos);
      case BUNDLES -> report.getBundles().getBundlesList().forEach(bundle ->
          progress(agent, bundle.toBuilder().setShuffle(report.getBundles().getShuffle()).build(), nowNanos));
      case TUNNEL -> measurements.tunnel(agent, report.getTunnel(), nowNanos);
      case LINKS -> report.getLinks().getLinksList().forEach(link -> measurements.link(agent, link, nowNanos));
      case ENDED -> ended(agent, report.getEnded(), nowNanos);
      case ROUTES, PROBE -> networkEvents.reported(agent.site(), report);
      case TRANSFERS -> submissions.report(agent.site(), report.getTransfers(), nowNanos);
      default -> { } // alive: being heard is all it is for
    }
  }

  private void hello(long stream, AgentHello hello, long nowNanos) {
    if (hello.getProtocolVersion() != PROTOCOL_VERSION) {
      outbox.add(AgentNews.end(stream, "this controller speaks version " + PROTOCOL_VERSION
          + ", the agent " + hello.getProtocolVersion()));
      return;
    }
    SiteId site = new SiteId(hello.getSite());
    if (!settings.wan().contains(site)) {
      outbox.add(AgentNews.end(stream, "no site " + site + " in " + settings.wan()));
      events.add(nowNanos, EventKind.AGENT_REFUSED, site.name(), hello.getAgent() + ": no such site in " + settings.wan().name());
      return;
    }
    AgentId id = new AgentId(site, hello.getAgent());
    Optional<String> obstacle = agents.obstacle(id);
    if (obstacle.isPresent()) {
      outbox.add(AgentNews.end(stream, obstacle.get()));
      if (agents.noteRefused(id)) {
        events.add(nowNanos, EventKind.AGENT_REFUSED, site.name(), obstacle.get());
      }
      return;
    }
    AgentState agent = new AgentState(id, hello.getSession(), stream, nowNanos);
    agents.join(agent).filter(AgentState::live).filter(before -> before.stream() != stream)
        .ifPresent(before -> outbox.add(AgentNews.end(before.stream(), "another stream of agent " + id + " has begun")));
    shuffles.forget(site);
    rounds.joined(id);
    send(stream, ControllerMessage.newBuilder().setWelcome(ControllerWelcome.newBuilder()
        .setSession(settings.session()).setTerm(ControllerSettings.TERM)
        .setTunnels(networkEvents.planFrom(site))
        .setLeaseMillis(settings.leaseMillis())));
    events.add(nowNanos, EventKind.AGENT_JOINED, site.name(), agent.name() + ", session " + Long.toUnsignedString(agent.session()));
    networkEvents.joined(agent, nowNanos);
    timer.settle(nowNanos);
    submissions.attached(site, nowNanos);
  }

  /** What may happen to the network. */
  public NetworkEvents network() {
    return networkEvents;
  }

  /** A job master said something. */
  public void handle(long stream, JobMasterRequest request, long nowNanos) {
    shuffles.advance(nowNanos);
    try {
      submissions.handle(stream, request, nowNanos);
    } catch (IllegalArgumentException e) {
      events.add(nowNanos, EventKind.REQUEST_REFUSED, "job master", request.getRequestCase() + ": " + e.getMessage());
    }
  }

  /** Where an operator's commands go. */
  public OperatorDesk operator() {
    return desk;
  }

  /** What was said of a shuffle's terms: by an operator of it or its job, else with its submission, else of its queue. */
  private SourcedTerms termsOf(RunningShuffle shuffle) {
    String queue = shuffle.queue().orElse("");
    return SourcedTerms.NONE.or(operatorTerms.of(Scope.SHUFFLE, shuffle.id().value()), TermsSource.OPERATOR)
        .or(operatorTerms.of(Scope.JOB, shuffle.job()), TermsSource.OPERATOR)
        .or(submissions.terms(shuffle.id()), TermsSource.SUBMISSION)
        .or(operatorTerms.of(Scope.QUEUE, queue), TermsSource.QUEUE)
        .or(settings.queues().getOrDefault(queue, PartialTerms.NONE), TermsSource.QUEUE);
  }

  /** A job master's stream has ended. */
  public void masterEnded(long stream, long nowNanos) {
    submissions.streamEnded(stream, nowNanos);
  }

  /** What job masters are to be told, in order; empties the list. */
  public List<MasterNews> drainMasterNews() {
    return submissions.drain();
  }

  private final class SubmissionsHost implements SubmissionBook.Host {
    @Override
    public void tell(SiteId site, SubmittedPart part, long nowNanos) {
      agents.at(site).filter(AgentState::live).ifPresent(agent -> {
        afterRound.add(AgentNews.send(agent.stream(), ControllerMessage.newBuilder().setSubmitted(part).build()));
        timer.request(nowNanos);
      });
    }

    /** Known at once, so that rates need not wait for the agents to say what they were told. */
    @Override
    public void volumes(ShuffleId id, SiteId site, long[] bytesByReceiver, Map<Integer, SiteId> placement, long nowNanos) {
      shuffles.findOrAdd(id, nowNanos).filter(shuffle -> agents.liveAt(site)).ifPresent(shuffle -> {
        shuffle.heard(nowNanos);
        shuffle.report(site, bytesByReceiver, Optional.empty());
        shuffle.place(Places.of(placement));
        changed(shuffle, nowNanos);
      });
    }

    @Override
    public boolean hasEnded(ShuffleId id) {
      return shuffles.hasEnded(id);
    }

    @Override
    public void ended(ShuffleId id, boolean complete, long nowNanos) {
      if (complete) {
        // receivers say so before the senders' last word
        shuffles.find(id).ifPresent(RunningShuffle::allArrived);
      }
      if (shuffles.end(id)) {
        timer.request(nowNanos);
      }
      afterRound.removeIf(part -> part.command().orElseThrow().getSubmitted().getShuffle().equals(id.value()));
      agents.live().forEach(agent -> send(agent.stream(),
          ControllerMessage.newBuilder().setEnded(ShuffleEnded.newBuilder().setShuffle(id.value()))));
    }

    @Override
    public SubmissionBook.Account account(ShuffleId id) {
      return shuffles.find(id).map(shuffle -> new SubmissionBook.Account(
          shuffle.bundles().values().stream().mapToLong(BundleState::acknowledged).sum(), shuffle.gammaSeconds(),
          shuffle.largestGammaSeconds(), shuffle.refusal())).orElse(SubmissionBook.Account.NONE);
    }
  }

  private Optional<RunningShuffle> known(AgentState agent, String name, long nowNanos) {
    ShuffleId id = new ShuffleId(name);
    if (shuffles.hasEnded(id)) {
      send(agent.stream(), ControllerMessage.newBuilder().setEnded(ShuffleEnded.newBuilder().setShuffle(name)));
      return Optional.empty();
    }
    Optional<RunningShuffle> shuffle = shuffles.findOrAdd(id, nowNanos);
    if (shuffle.isEmpty()) {
      throw new IllegalArgumentException("more than " + ControllerLimits.SHUFFLES + " shuffles at once, " + id + " is left out");
    }
    shuffle.get().heard(nowNanos);
    return shuffle;
  }

  private void description(AgentState agent, ShuffleDescription report, long nowNanos) {
    ShuffleDescriptor descriptor = ShuffleDescriptions.of(report);
    known(agent, report.getShuffle(), nowNanos).filter(shuffle -> shuffle.describe(descriptor))
        .ifPresent(shuffle -> changed(shuffle, nowNanos));
  }

  private void shuffle(AgentState agent, ShuffleReport report, long nowNanos) {
    long[] bytes = ReportCheck.bytesByReducer(report);
    Map<SiteId, Long> further = new TreeMap<>();
    report.getFurtherBytesMap().forEach((to, more) -> further.put(knownSite(to), ReportCheck.furtherBytes(more, report.getShuffle())));
    Optional<Set<SiteId>> carriedTo = report.hasCarriedTo()
        ? Optional.of(report.getCarriedTo().getSitesList().stream().map(this::knownSite).collect(Collectors.toSet())) : Optional.empty();
    known(agent, report.getShuffle(), nowNanos).ifPresent(shuffle -> {
      boolean first = !shuffle.reportedBy(agent.site());
      int more = bytes.length - shuffle.volumes().reducersFrom(agent.site());
      if (more > 0 && shuffles.cells() + more > ControllerLimits.MATRIX_CELLS) {
        throw new IllegalArgumentException("all matrices together are too large, " + shuffle.id() + " is left out");
      }
      boolean news = shuffle.report(agent.site(), bytes, carriedTo);
      if (shuffle.reportFurther(agent.site(), further) || news) {
        changed(shuffle, nowNanos);
      }
      if (first && !shuffle.volumes().places().isEmpty()) {
        send(agent.stream(), shuffle.volumes().places().toMessage(shuffle.id()));
      }
    });
  }

  private void placement(AgentState agent, PlacementReport report, long nowNanos) {
    Places places = Places.of(report, this::knownSite);
    known(agent, report.getShuffle(), nowNanos).ifPresent(shuffle -> {
      Places news = shuffle.place(places);
      if (!news.isEmpty()) {
        changed(shuffle, nowNanos);
        agents.live().stream()
            .filter(other -> other != agent && shuffle.reportedBy(other.site()))
            .forEach(other -> send(other.stream(), news.toMessage(shuffle.id())));
      }
    });
  }

  private void progress(AgentState agent, BundleProgress report, long nowNanos) {
    SitePair pair = new SitePair(agent.site(), knownSite(report.getTo()));
    if (pair.from().equals(pair.to())) {
      throw new IllegalArgumentException("a bundle of " + report.getShuffle() + " joins " + pair.from() + " with itself");
    }
    ReportCheck.progress(report);
    known(agent, report.getShuffle(), nowNanos).ifPresent(shuffle -> {
      BundleState before = shuffle.bundle(pair);
      long waitedFor = submissions.knows(shuffle.id()) ? 0 : report.getRequestedOutstandingBytes();
      shuffle.progress(pair, new ProgressBook.Done(report.getAcknowledgedBytes(), report.getWithdrawnBytes(), waitedFor));
      BundleState after = shuffle.bundle(pair);
      if ((before.remaining() > 0) != (after.remaining() > 0)) {
        boolean goesOn = shuffles.noteOutstanding(shuffle);
        if (after.remaining() == 0 && goesOn && rounds.lastMillis() > ControllerLimits.CHEAP_ROUND_MILLIS) {
          timer.requestSoon(nowNanos); // one of very many, and a round for each would be a core's work
        } else {
          timer.request(nowNanos);
        }
      } else if ((before.requestedOutstanding() > 0) != (after.requestedOutstanding() > 0)) {
        timer.requestSoon(nowNanos);
      }
    });
  }

  private void ended(AgentState agent, ShuffleEnded report, long nowNanos) {
    if (shuffles.end(new ShuffleId(report.getShuffle()))) {
      agents.live().stream().filter(other -> other != agent)
          .forEach(other -> send(other.stream(), ControllerMessage.newBuilder().setEnded(report)));
      timer.request(nowNanos);
    }
  }

  private void changed(RunningShuffle shuffle, long nowNanos) {
    shuffle.noteGrowth(nowNanos);
    shuffles.noteOutstanding(shuffle);
    timer.request(nowNanos);
  }

  private SiteId knownSite(String name) {
    SiteId site = new SiteId(name);
    settings.wan().indexOf(site);
    return site;
  }

  /** A stream has ended. */
  public void streamEnded(long stream, String why, long nowNanos) {
    shuffles.advance(nowNanos);
    agents.lose(stream, why, nowNanos).ifPresent(agent -> {
      events.add(nowNanos, EventKind.AGENT_LOST, agent.site().name(), agent.name() + ": " + why);
      networkEvents.judgeLinks(nowNanos);
      timer.request(nowNanos);
    });
  }

  /** Called every 500 ms: renews leases, notices silence and that rates no longer fit what is left. */
  public void tick(long nowNanos) {
    shuffles.advance(nowNanos);
    agents.tick().forEach(agent -> {
      streamEnded(agent.stream(), "silent for " + ControllerLimits.SILENT_TICKS + " ticks", nowNanos);
      outbox.add(AgentNews.end(agent.stream(), "taken for lost after a silence"));
    });
    agents.live().forEach(agent ->
        send(agent.stream(), ControllerMessage.newBuilder().setAlive(ControllerAlive.getDefaultInstance())));
    measurements.tick(nowNanos);
    if (networkEvents.judgeLinks(nowNanos) || rounds.staleAt(nowNanos)) {
      timer.request(nowNanos);
    }
    submissions.tick(nowNanos);
    shuffles.dropOrphans(nowNanos, agents::liveAt).forEach(id ->
        events.add(nowNanos, EventKind.SHUFFLE_FORGOTTEN, id.value(), "no live agent holds anything of it"));
  }

  /** When {@link #runRound} is due, if it is. */
  public OptionalLong roundDueNanos() {
    return timer.dueNanos();
  }

  /** Makes a schedule and the epochs that tell agents what has changed. Whatever the policy throws, the last schedule stands. */
  public void runRound(long nowNanos) {
    timer.begun();
    shuffles.advance(nowNanos);
    rounds.run(nowNanos).forEach((stream, epoch) -> send(stream, ControllerMessage.newBuilder().setEpoch(epoch)));
    outbox.addAll(afterRound);
    afterRound.clear();
  }

  /** Notes how long the last round took, for status. */
  public void noteRoundMillis(double millis) {
    rounds.noteMillis(millis);
  }

  private void send(long stream, ControllerMessage.Builder command) {
    outbox.add(AgentNews.send(stream, command.build()));
  }

  /** What is to be sent, in order; empties the outbox. */
  public List<AgentNews> drainOutbox() {
    List<AgentNews> drained = List.copyOf(outbox);
    outbox.clear();
    return drained;
  }

  /** Events since the last call, for a log. */
  public List<ControllerEvent> drainEvents() {
    return events.drain();
  }

  /** What the last round worked with, and the schedule that stands since; empty if there was nothing to send. For any thread. */
  public Optional<ScheduledRound> lastRound() {
    return rounds.last();
  }

  /** All that is known now, as others may see it; its version is for whoever publishes it. */
  public ControllerView view(long nowNanos) {
    shuffles.advance(nowNanos);
    return publisher.view(events, nowNanos);
  }
}
