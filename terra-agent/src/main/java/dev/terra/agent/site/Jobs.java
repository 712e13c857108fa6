package dev.terra.agent.site;

import dev.terra.agent.send.Outbox;
import dev.terra.agent.send.Readers;
import dev.terra.agent.send.SegmentBook;
import dev.terra.agent.stats.Events;
import dev.terra.agent.wire.SegmentKey;
import dev.terra.api.v1.CarriedTo;
import dev.terra.api.v1.EarlierReader;
import dev.terra.api.v1.FetchDecision;
import dev.terra.api.v1.FetchOffer;
import dev.terra.api.v1.MapOutput;
import dev.terra.api.v1.MapOutputs;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.SegmentLength;
import dev.terra.api.v1.ShuffleReport;
import dev.terra.core.wan.SiteId;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The jobs that this site knows, and the decision of who serves a fetch. What is decided to go through Terra is handed to the
 * outbox, what is not is withdrawn from it, so that no byte is planned or sent that goes another way. On the agent's thread.
 */
public final class Jobs implements SegmentBook {
  private static final Logger log = LoggerFactory.getLogger(Jobs.class);
  /** Ended jobs whose stragglers are recognised. */
  private static final int MAX_ENDED = 4_096;
  /** Jobs at a time; a cluster runs far fewer. */
  private static final int MAX_JOBS = 10_000;
  /** A partition table larger than this is a mistake. */
  private static final int MAX_REDUCERS = 1_000_000;
  /** In the names of Tez's shuffles. Unlike MapReduce it starts no second attempt of a reader that is behind others. */
  private static final String TEZ_MARK = "_dag_";

  private final SiteId site;
  private final double bypassSeconds;
  private final boolean inOrder;
  private final Outlook outlook;
  private final Handlers handlers;
  private final Events events;
  private final Map<String, Job> jobs = new LinkedHashMap<>();
  private final Map<String, Boolean> ended = new LinkedHashMap<>() {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
      return size() > MAX_ENDED;
    }
  };
  private Outbox outbox;
  private Consumer<String> changed;

  /**
   * No jobs yet.
   *
   * @param bypassSeconds what needs less than this on the stock path takes that
   * @param inOrder whether a site's readers of a Tez shuffle are served one after the other
   */
  public Jobs(SiteId site, double bypassSeconds, boolean inOrder, Outlook outlook, Handlers handlers, Events events) {
    this.site = site;
    this.bypassSeconds = bypassSeconds;
    this.inOrder = inOrder;
    this.outlook = outlook;
    this.handlers = handlers;
    this.events = events;
  }

  /**
   * To be called once, before anything else.
   *
   * @param box where segments go
   * @param reportChanged told of a job whose report is another now
   */
  public void attach(Outbox box, Consumer<String> reportChanged) {
    outbox = box;
    changed = reportChanged;
  }

  private Optional<Job> job(String id) {
    if (id.isBlank() || ended.containsKey(id)) {
      return Optional.empty();
    }
    if (jobs.size() >= MAX_JOBS && !jobs.containsKey(id)) {
      log.error("job {} is left to the stock path: {} jobs are known and have not ended", id, MAX_JOBS);
      return Optional.empty();
    }
    return Optional.of(jobs.computeIfAbsent(id, Job::new));
  }

  @Override
  public Entry find(SegmentKey key) {
    Entry entry = entry(key);
    return entry.problem().isEmpty() || ended.containsKey(key.job()) || !handlers.isAwaited(key.originIp()) ? entry : entry.soon();
  }

  @Override
  public Readers readers(String job) {
    return inOrder && job.contains(TEZ_MARK) ? Readers.IN_ORDER : Readers.IN_TURN;
  }

  private Entry entry(SegmentKey key) {
    Job job = jobs.get(key.job());
    if (job == null) {
      return Entry.unreadable("the job is not known at its site");
    }
    return handlers.isAttached(key.originIp()) ? job.find(key) : Entry.unreadable("no live handler at " + key.originIp());
  }

  /** A handler reports finished outputs. */
  void add(String originIp, MapOutputs message) {
    job(message.getJob()).ifPresent(job -> add(originIp, message, job));
  }

  private void add(String originIp, MapOutputs message, Job job) {
    job.describe(message.getUser(), message.getTotalMaps());
    job.describeBroadcast(message.getBroadcastSites());
    boolean more = false;
    for (MapOutput output : message.getOutputsList()) {
      if (output.getPartLengthsCount() > MAX_REDUCERS) {
        log.warn("job {}: output {} names {} reducers, ignored", job.id(), output.getMap(), output.getPartLengthsCount());
        continue;
      }
      Optional<Job.Output> news = job.add(output, originIp);
      news.ifPresent(added -> job.throughTerra().forEach(to -> push(job, added, to, job.reducersAt(to))));
      more |= news.isPresent();
    }
    if (more) {
      changed.accept(job.id());
    }
    Set.copyOf(job.placement().values()).forEach(to -> decide(job, to));
  }

  /** The reducer as whose bytes those of an offer count; notes what it says of a broadcast. */
  int reducer(FetchOffer offer) {
    if (offer.getReduce() < 0) {
      throw new IllegalArgumentException("offer of " + offer.getJob() + ": expected a reader from 0 on, got " + offer.getReduce());
    }
    Optional<Job> job = job(offer.getJob());
    job.ifPresent(of -> of.describeBroadcast(offer.getBroadcastSites()));
    return job.map(of -> of.reducerOf(offer.getReduce())).orElse(offer.getReduce());
  }

  /** Notes where a reducer runs; returns whether that is news. */
  boolean place(String jobId, int reduce, SiteId at) {
    Optional<Job> known = job(jobId);
    if (known.isEmpty()) {
      return false;
    }
    Job job = known.get();
    Optional<SiteId> before = job.place(reduce, at);
    if (before.isPresent() && before.get().equals(at)) {
      return false;
    }
    before.filter(old -> !old.equals(site)).ifPresent(old -> outbox.withdrawReducer(jobId, reduce, old));
    if (job.throughTerra().contains(at)) {
      job.firstOutputs().forEach(output -> push(job, output, at, List.of(reduce)));
    } else {
      decide(job, at);
    }
    return true;
  }

  /** What the controller says about places. */
  public void place(PlacementReport report) {
    report.getSiteByReducerMap().forEach((reduce, at) -> place(report.getShuffle(), reduce, new SiteId(at)));
  }

  private void push(Job job, Job.Output output, SiteId to, Collection<Integer> reducers) {
    for (int reduce : reducers) {
      if (output.part(reduce) > 0) {
        outbox.push(new SegmentKey(job.id(), output.map(), reduce, output.originIp()), to);
      }
    }
  }

  /** Whether a job goes to a site through Terra: once it does, it does for good. */
  private boolean decide(Job job, SiteId to) {
    if (to.equals(site) || job.throughTerra().contains(to)) {
      return !to.equals(site);
    }
    double expected = BypassPolicy.expectedBytes(job.knownBytesTo(to), job.finishedMaps(), job.totalMaps());
    if (!BypassPolicy.worthTerra(expected, bypassSeconds, outlook.stockBytesPerSecond(to))) {
      return false;
    }
    job.throughTerra().add(to);
    changed.accept(job.id());
    log.info("job {}: about {} bytes are expected for {}, through Terra from now on", job.id(), Math.round(expected), to);
    job.firstOutputs().forEach(output -> push(job, output, to, job.reducersAt(to)));
    return true;
  }

  /** A reducer at another site asks for segments: who serves it? */
  FetchDecision decide(String originIp, FetchOffer offer, SiteId clientSite, Optional<Directory.Lease> relay) {
    Optional<Job> known = job(offer.getJob());
    if (known.isEmpty()) {
      return answer(offer, FetchDecision.Kind.BYPASS, "job " + offer.getJob() + " is over, or one too many");
    }
    Job job = known.get();
    job.describe(offer.getUser(), 0);
    if (!decide(job, clientSite)) {
      return bypass(originIp, offer, clientSite, FetchDecision.Kind.BYPASS, "small, or not decided yet");
    }
    String obstacle = obstacle(offer, relay).or(() -> failureBefore(originIp, offer, clientSite))
        .orElseGet(() -> outlook.obstacle(job.id(), clientSite));
    if (!obstacle.isEmpty()) {
      events.add("stock", job.id(), "reduce " + offer.getReduce() + " at " + clientSite + ": " + obstacle);
      return bypass(originIp, offer, clientSite, FetchDecision.Kind.STOCK, obstacle);
    }
    offer.getSegmentsList().forEach(segment ->
        job.offered(key(originIp, offer, segment), segment.getPartLength(), segment.getRawLength()));
    if (job.isFurther(offer.getReduce())) {
      offer.getSegmentsList().forEach(segment -> outbox.push(key(originIp, offer, segment), clientSite));
      changed.accept(job.id());
    }
    return answer(offer, FetchDecision.Kind.REDIRECT, "").toBuilder().setShufflePort(relay.orElseThrow().shufflePort()).build();
  }

  private static Optional<String> obstacle(FetchOffer offer, Optional<Directory.Lease> relay) {
    if (relay.isEmpty()) {
      return Optional.of("no fresh lease of the handler at " + offer.getClientIp());
    }
    return relay.get().version() >= offer.getNeededVersion() ? Optional.empty()
        : Optional.of("the handler at " + offer.getClientIp() + " is too old for it");
  }

  /**
   * Who reads a broadcast that a task at the same address was redirected for before is another task, as long as the redirect
   * before worked: if its reader gave up, or never came, this is the same task again.
   */
  private Optional<String> failureBefore(String originIp, FetchOffer offer, SiteId to) {
    for (EarlierReader before : offer.getEarlierList()) {
      Outbox.Demand demand = outbox.demand(new SegmentKey(offer.getJob(), before.getMap(), before.getReduce(), originIp), to);
      if (demand == Outbox.Demand.WITHDRAWN || (demand == Outbox.Demand.NONE && before.getDue())) {
        return Optional.of("a redirect of " + offer.getClientIp() + " for " + before.getMap() + " did not work before");
      }
    }
    return Optional.empty();
  }

  private FetchDecision bypass(String originIp, FetchOffer offer, SiteId to, FetchDecision.Kind kind, String reason) {
    if (jobs.get(offer.getJob()).isFurther(offer.getReduce())) {
      return answer(offer, kind, reason); // its bytes are in no volume
    }
    for (SegmentLength segment : offer.getSegmentsList()) {
      outbox.withdraw(key(originIp, offer, segment), to, segment.getPartLength());
    }
    return answer(offer, kind, reason);
  }

  private static SegmentKey key(String originIp, FetchOffer offer, SegmentLength segment) {
    return new SegmentKey(offer.getJob(), segment.getMap(), offer.getReduce(), originIp);
  }

  static FetchDecision answer(FetchOffer offer, FetchDecision.Kind kind, String reason) {
    return FetchDecision.newBuilder().setOffer(offer.getOffer()).setKind(kind).setReason(reason).build();
  }

  /** A job is over; returns whether that is news. */
  public boolean end(String id) {
    if (id.isBlank() || ended.put(id, true) != null) {
      return false;
    }
    jobs.remove(id);
    return true;
  }

  /** The volumes of a job here, if it has any, and where they go through Terra. */
  public Optional<ShuffleReport> report(String id) {
    return Optional.ofNullable(jobs.get(id)).filter(job -> job.finishedMaps() > 0).map(job -> {
      ShuffleReport.Builder report = ShuffleReport.newBuilder().setShuffle(id).setFinishedMaps(job.finishedMaps());
      Arrays.stream(job.bytesByReducer()).forEach(report::addBytesByReducer);
      if (job.totalMaps() > 0) {
        report.setTotalMaps(job.totalMaps());
      }
      return report.setCarriedTo(CarriedTo.newBuilder().addAllSites(job.throughTerra().stream().map(SiteId::name).sorted().toList()))
          .build();
    });
  }

  /** Where a job's reducers run, as far as is known. */
  public PlacementReport placement(String id) {
    PlacementReport.Builder report = PlacementReport.newBuilder().setShuffle(id);
    Optional.ofNullable(jobs.get(id)).ifPresent(job ->
        job.placement().forEach((reduce, at) -> report.putSiteByReducer(reduce, at.name())));
    return report.build();
  }

  /** The jobs that are known. */
  public List<String> ids() {
    return List.copyOf(jobs.keySet());
  }
}
