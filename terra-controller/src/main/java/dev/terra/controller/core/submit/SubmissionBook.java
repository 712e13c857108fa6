package dev.terra.controller.core.submit;

import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.JobMasterAlive;
import dev.terra.api.v1.JobMasterHello;
import dev.terra.api.v1.JobMasterNews;
import dev.terra.api.v1.JobMasterRequest;
import dev.terra.api.v1.JobMasterWelcome;
import dev.terra.api.v1.ShuffleProgress;
import dev.terra.api.v1.ShuffleResult;
import dev.terra.api.v1.ShuffleSubmission;
import dev.terra.api.v1.SubmittedPart;
import dev.terra.api.v1.Transfer;
import dev.terra.api.v1.TransferProblem;
import dev.terra.api.v1.TransferReport;
import dev.terra.api.version.ProtocolVersions;
import dev.terra.controller.core.shuffle.PartialTerms;
import dev.terra.controller.core.shuffle.ShuffleBook;
import dev.terra.controller.core.shuffle.SubmittedFlows;
import dev.terra.core.balance.DealtWork;
import dev.terra.core.failure.Failures;
import dev.terra.core.limit.BoundedMap;
import dev.terra.core.limit.BoundedText;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.slice.SliceId;
import dev.terra.core.units.CostLimits;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.cost.CostBudget;
import dev.terra.schedule.cost.CostGoal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * The shuffles that job masters submitted, and the streams of these job masters. This class sends agents their parts, collects what is
 * done, and reports progress to job masters. If a job master stays away for {@link #MASTER_AWAY_NANOS}, its shuffles are cancelled. A job
 * master that comes back submits everything again, so that nothing here needs to outlive the controller.
 */
public final class SubmissionBook implements SubmittedFlows {
  /** The time within which a restarted job master has to come back. */
  static final long MASTER_AWAY_NANOS = ProtocolTiming.MASTER_AWAY.nanos();
  /** A shuffle is given up if nothing of it moves for this time. Whatever it waits for will not come by itself. */
  static final long STALL_NANOS = ProtocolTiming.SUBMITTED_STALL.nanos();
  /** The most job masters at a time. */
  private static final int MAX_MASTERS = 1_000;
  /** The most transfers in one message to an agent. With paths of ordinary length, the message stays below 1 MiB. */
  private static final int TRANSFERS_PER_MESSAGE = 5_000;
  private static final int NAMED_IN_PROBLEM = 5;

  /** What the rest of the controller does for submitted shuffles. */
  interface Host {
    /** Returns the least cost of a byte from one site to another, in US dollars. It is 0 without a price or a path. */
    double leastUsdPerByte(SitePair pair);

    /** Sends agents of a site their part with the next round. Nothing is sent if the site has no live agent. */
    void tell(SiteId site, SubmittedPart part, long nowNanos);

    /**
     * Returns the slices that have agents at both ends, with what each has left and has done of a shuffle between them. It is empty while
     * that is not known.
     */
    List<DealtWork.Member> members(ShuffleId id, SitePair pair, long nowNanos);

    /** Notes that the hash assigns what is left of a shuffle between two sites. The detail lists what the agents of these sites have. */
    void dealtByHash(ShuffleId id, String detail, long nowNanos);

    /** Returns whether the agents of two sites report to another controller which transfers they have. */
    boolean sayAgain(SitePair pair);

    /** Notes that a shuffle belongs to its group from this time on, if its job master has named one. */
    void group(SubmittedShuffle submission, long nowNanos);

    /** Notes which transfers of a shuffle a site has to send. */
    void volumes(SubmittedShuffle submission, SiteId site, Collection<Transfer> transfers, long nowNanos);

    /** Returns whether a shuffle with this id existed and is over. */
    boolean hasEnded(ShuffleId id);

    /** Notes that all of a shuffle has arrived. */
    void arrived(ShuffleId id, long nowNanos);

    /** Notes that a shuffle is over although not all of it has arrived. The problem is the reason. */
    void failed(ShuffleId id, String problem, long nowNanos);

    /** Notes that a submission is refused, so that nothing of it begins. */
    void refused(String shuffle, String problem, long nowNanos);

    /** Returns the bytes that have crossed, Gamma of what is left and of the whole, and why the deadline cannot be met. */
    Account account(ShuffleId id);
  }

  /** The progress of a shuffle. */
  record Account(long acknowledgedBytes, boolean waits, double gammaSeconds, double largestGammaSeconds, Optional<String> deadlineProblem) {
    /** The progress of a shuffle of which no agent has anything yet. */
    static final Account NONE = new Account(0, false, 0, 0, Optional.empty());
  }

  private final Wan wan;
  private final Host host;
  private final TransferSlices slices;
  private final Map<ShuffleId, SubmittedShuffle> active = new LinkedHashMap<>();
  private final SubmissionRoom room = new SubmissionRoom();
  private final Map<Long, Long> ownerByStream = new HashMap<>();
  private final Map<Long, Long> awaySince = new HashMap<>();
  private final List<MasterNews> news = new ArrayList<>();
  /** Results by shuffle, for job masters that were away when their results came. */
  private final Map<ShuffleId, Finished> finished = new BoundedMap<>(ShuffleBook.ENDED_SHUFFLES);

  private record Finished(long owner, ShuffleResult result) {}

  public SubmissionBook(Wan wan, Host host, TransferSlices slices) {
    this.wan = wan;
    this.host = host;
    this.slices = slices;
  }

  /** Takes the messages for job masters. */
  public List<MasterNews> drain() {
    List<MasterNews> drained = List.copyOf(news);
    news.clear();
    return drained;
  }

  /** Returns whether a shuffle was submitted. No reader waits for single bytes of such a shuffle, so that it needs no floors. */
  @Override
  public boolean knows(ShuffleId id) {
    return active.containsKey(id);
  }

  /** Returns whether a shuffle was submitted as one whose chunks are not to be compressed. */
  public boolean isAsIs(ShuffleId id) {
    return active.containsKey(id) && active.get(id).isAsIs();
  }

  @Override
  public OptionalInt flows(ShuffleId id, SitePair pair) {
    return Optional.ofNullable(active.get(id)).map(it -> OptionalInt.of(it.waiting(pair))).orElseGet(OptionalInt::empty);
  }

  /** Returns the terms that a shuffle's job master set. There are none for a shuffle that was not submitted. */
  public PartialTerms terms(ShuffleId id) {
    return Optional.ofNullable(active.get(id)).map(SubmittedShuffle::terms).orElse(PartialTerms.NONE);
  }

  public void handle(long stream, JobMasterRequest request, long nowNanos) {
    Long owner = ownerByStream.get(stream);
    if (request.hasHello() && owner != null) {
      news.add(MasterNews.end(stream, "expected one hello of a job master on a stream, got another one"));
    } else if (request.hasHello()) {
      hello(stream, request.getHello());
    } else if (owner == null) {
      news.add(MasterNews.end(stream, "expected a hello first"));
    } else if (request.hasSubmission()) {
      submit(stream, owner, request.getSubmission(), nowNanos);
    } else if (request.hasCancel()) {
      SubmittedShuffle submission = active.get(new ShuffleId(request.getCancel().getShuffle()));
      if (submission != null && submission.owner() == owner) {
        end(submission, "cancelled by its job master", nowNanos);
      }
    }
  }

  /** Ends a shuffle at an operator's command. Returns false if no running submitted shuffle has this name. */
  public boolean cancel(ShuffleId id, long nowNanos) {
    SubmittedShuffle submission = active.get(id);
    if (submission != null) {
      end(submission, "cancelled by an operator", nowNanos);
    }
    return submission != null;
  }

  private void hello(long stream, JobMasterHello hello) {
    OptionalInt version = ProtocolVersions.SUBMIT.common(hello.getProtocolVersion(), hello.getNewestVersion());
    if (version.isEmpty() || ownerByStream.size() >= MAX_MASTERS) {
      news.add(MasterNews.end(stream, ownerByStream.size() >= MAX_MASTERS ? "more than " + MAX_MASTERS + " job masters at once"
          : ProtocolVersions.SUBMIT.refusal("controller", "job master", hello.getProtocolVersion(), hello.getNewestVersion())));
      return;
    }
    ownerByStream.put(stream, hello.getOwner());
    awaySince.remove(hello.getOwner());
    news.add(MasterNews.send(stream, JobMasterNews.newBuilder().setWelcome(JobMasterWelcome.newBuilder()
        .setProtocolVersion(version.getAsInt()).setWan(wan.name())
        .addAllSites(wan.sites().stream().map(Site::id).map(SiteId::name).toList()))));
  }

  private void submit(long stream, long owner, ShuffleSubmission more, long nowNanos) {
    SubmittedShuffle known = null;
    try {
      ShuffleId id = new ShuffleId(more.getShuffle());
      Finished before = finished.get(id);
      if (before != null && before.owner == owner) {
        news.add(MasterNews.send(stream, JobMasterNews.newBuilder().setResult(before.result)));
        return;
      }
      known = active.get(id);
      if (known == null ? host.hasEnded(id) : known.owner() != owner) {
        throw new IllegalArgumentException("the id " + id + " is or was in use; expected a new one");
      }
      SubmissionCheck.check(more, known == null ? Map.of() : known.placement(), known == null ? 0 : known.transfers(), wan);
      room.check(id, owner, (long) more.getTransfersCount() + more.getReceiversCount());
      SubmittedShuffle submission = known == null ? new SubmittedShuffle(id, owner, nowNanos) : known;
      SubmittedShuffle.Added added = submission.add(more, nowNanos);
      checkBudget(submission);
      active.put(id, submission);
      room.count(submission);
      spread(submission, added, nowNanos);
      finishIfComplete(submission, nowNanos);
    } catch (IllegalArgumentException e) {
      if (known == null || known.owner() != owner) {
        refuse(stream, more.getShuffle(), Failures.inWords(e), nowNanos);
      } else {
        end(known, Failures.inWords(e), nowNanos);
      }
    }
  }

  private void refuse(long stream, String shuffle, String problem, long nowNanos) {
    news.add(MasterNews.send(stream, JobMasterNews.newBuilder().setResult(
        ShuffleResult.newBuilder().setShuffle(shuffle).setProblem(problem))));
    host.refused(shuffle, problem, nowNanos);
  }

  /** Sends what is new to the agents that it concerns. */
  private void spread(SubmittedShuffle submission, SubmittedShuffle.Added added, long nowNanos) {
    Set<Transfer> transfers = new LinkedHashSet<>(added.transfers());
    transfers.addAll(submission.transfersOf(added.moved().keySet()));
    added.moved().forEach((number, before) -> host.tell(new SiteId(before.getSite()), SubmittedPart.newBuilder()
        .setShuffle(submission.id().value()).putReceivers(number, added.receivers().get(number)).build(), nowNanos));
    tell(submission, slices.take(submission.id(), transfers, submission::pairOf), nowNanos);
    transfers.stream().map(transfer -> new SiteId(transfer.getFrom())).distinct().forEach(site -> volumes(submission, site, nowNanos));
    host.group(submission, nowNanos);
    deal(submission, nowNanos);
  }

  /** Sends transfers that have a slice to the agents that they concern. Senders come first, since receivers send requests to them. */
  private void tell(SubmittedShuffle submission, Collection<Transfer> transfers, long nowNanos) {
    Set<SiteId> senders = new TreeSet<>();
    transfers.forEach(transfer -> senders.add(new SiteId(transfer.getFrom())));
    Set<SiteId> sendersFirst = new LinkedHashSet<>(senders);
    transfers.forEach(transfer -> sendersFirst.add(submission.siteOf(transfer)));
    sendersFirst.forEach(site -> tell(site, submission.partOf(site, transfers, nowNanos), nowNanos));
  }

  private void volumes(SubmittedShuffle submission, SiteId site, long nowNanos) {
    host.volumes(submission, site, submission.sentFrom(site, slices.waiting(submission.id(), site)), nowNanos);
  }

  /** Assigns transfers that have no slice to slices that have room. */
  private void deal(SubmittedShuffle submission, long nowNanos) {
    deal(submission, slices.waiting(submission.id()), nowNanos);
  }

  private void deal(SubmittedShuffle submission, List<SitePair> pairs, long nowNanos) {
    ShuffleId id = submission.id();
    for (SitePair pair : pairs) {
      List<Transfer> dealt = host.sayAgain(pair) ? slices.deal(id, pair, host.members(id, pair, nowNanos), nowNanos)
          : slices.dealByHash(id, pair);
      slices.takeover(id, pair).ifPresent(detail -> host.dealtByHash(id, detail, nowNanos));
      if (!dealt.isEmpty()) {
        tell(submission, dealt, nowNanos);
        volumes(submission, pair.from(), nowNanos);
      }
    }
  }

  /** Handles the progress of a site's agent with a shuffle: the agent may have room for more. */
  public void progressed(ShuffleId id, SiteId from, long nowNanos) {
    SubmittedShuffle submission = active.get(id);
    if (submission != null) {
      deal(submission, slices.dealtFrom(id, from), nowNanos);
    }
  }

  private void tell(SiteId site, SubmittedPart part, long nowNanos) {
    if (part.getOutgoingCount() + part.getIncomingCount() <= TRANSFERS_PER_MESSAGE) {
      host.tell(site, part, nowNanos);
      return;
    }
    SubmittedPart head = part.toBuilder().clearOutgoing().clearIncoming().build();
    for (List<Transfer> some : parts(part.getOutgoingList())) {
      host.tell(site, head.toBuilder().addAllOutgoing(some).build(), nowNanos);
    }
    for (List<Transfer> some : parts(part.getIncomingList())) {
      host.tell(site, head.toBuilder().addAllIncoming(some).build(), nowNanos);
    }
  }

  private static Collection<List<Transfer>> parts(List<Transfer> all) {
    List<List<Transfer>> parts = new ArrayList<>();
    for (int i = 0; i < all.size(); i += TRANSFERS_PER_MESSAGE) {
      parts.add(all.subList(i, Math.min(all.size(), i + TRANSFERS_PER_MESSAGE)));
    }
    return parts;
  }

  /** Refuses a hard budget that even the cheapest paths exceed, before anything is sent. */
  private void checkBudget(SubmittedShuffle submission) {
    CostGoal goal = submission.terms().goal();
    CostBudget budget = goal.budget();
    if (budget != null && goal.isHard()) {
      double usd =
          submission.bytesByPair().entrySet().stream().mapToDouble(pair -> pair.getValue() * host.leastUsdPerByte(pair.getKey())).sum();
      if (budget.isBelow(usd)) {
        throw new IllegalArgumentException("its " + CostLimits.tooSmall(budget.maxUsd(), usd));
      }
    }
  }

  /**
   * Sends the agent of a slice that has attached, and may have lost its memory, its part of everything that is not done. Other agents of
   * its site have theirs already.
   */
  public void attached(SliceId slice, long nowNanos) {
    SiteId site = slice.site();
    for (SubmittedShuffle submission : active.values()) {
      SubmittedPart part = submission.partAnew(site, transfer -> slices.carries(slice.number(), submission.id(), transfer), nowNanos);
      if (part.getOutgoingCount() + part.getIncomingCount() > 0) {
        tell(site, part, nowNanos);
        volumes(submission, site, nowNanos);
      }
    }
  }

  /** Handles an agent's report on what has arrived, or cannot arrive. */
  public void report(SliceId from, TransferReport report, long nowNanos) {
    SiteId site = from.site();
    ShuffleId id = new ShuffleId(report.getShuffle());
    List<Transfer> waited = slices.has(id, from, report.getKnownList());
    SubmittedShuffle submission = active.get(id);
    if (submission == null) {
      return;
    }
    tell(submission, waited, nowNanos);
    waited.stream().map(transfer -> new SiteId(transfer.getFrom())).distinct().forEach(sender -> volumes(submission, sender, nowNanos));
    submission.done(report.getReceiver(), report.getChange(), report.getDoneList());
    Optional<TransferProblem> problem = report.getProblemsList().stream()
        .filter(p -> submission.isSender(site, p.getNumber()) || submission.isCurrent(report.getReceiver(), report.getChange()))
        .findFirst();
    if (problem.isPresent()) {
      end(submission, BoundedText.because(submission.name(problem.get().getNumber()) + ": at " + site, problem.get().getProblem()),
          nowNanos);
    } else {
      finishIfComplete(submission, nowNanos);
    }
  }

  private void finishIfComplete(SubmittedShuffle submission, long nowNanos) {
    if (submission.complete()) {
      end(submission, "", nowNanos);
    }
  }

  private void end(SubmittedShuffle submission, String problem, long nowNanos) {
    active.remove(submission.id());
    room.remove(submission);
    slices.end(submission.id());
    ShuffleResult result = ShuffleResult.newBuilder().setShuffle(submission.id().value())
        .setComplete(problem.isEmpty()).setProblem(problem)
        .setTotalBytes(submission.totalBytes()).setSeconds(submission.secondsSince(nowNanos))
        .setGammaSeconds(host.account(submission.id()).largestGammaSeconds()).build();
    finished.put(submission.id(), new Finished(submission.owner(), result));
    streamsOf(submission.owner()).forEach(stream ->
        news.add(MasterNews.send(stream, JobMasterNews.newBuilder().setResult(result))));
    if (problem.isEmpty()) {
      host.arrived(submission.id(), nowNanos);
    } else {
      host.failed(submission.id(), problem, nowNanos);
    }
  }

  private List<Long> streamsOf(long owner) {
    return ownerByStream.entrySet().stream().filter(entry -> entry.getValue() == owner).map(Map.Entry::getKey).toList();
  }

  /** Handles the end of a job master's stream. */
  public void streamEnded(long stream, long nowNanos) {
    Long owner = ownerByStream.remove(stream);
    if (owner == null) {
      return;
    }
    boolean waits = active.values().stream().anyMatch(submission -> submission.owner() == owner);
    if (waits && streamsOf(owner).isEmpty()) {
      awaySince.put(owner, nowNanos);
    }
  }

  /** Reports progress to job masters, and gives up shuffles that cannot go on. This method is called every 500 ms. */
  public void tick(long nowNanos) {
    ownerByStream.keySet().forEach(stream -> news.add(MasterNews.send(stream,
        JobMasterNews.newBuilder().setAlive(JobMasterAlive.getDefaultInstance()))));
    for (SubmittedShuffle submission : List.copyOf(active.values())) {
      Account account = host.account(submission.id());
      Optional<String> problem = problem(submission, account, nowNanos);
      if (problem.isPresent()) {
        end(submission, problem.get(), nowNanos);
      } else {
        progress(submission, account);
        deal(submission, nowNanos);
      }
    }
    if (nowNanos > MASTER_AWAY_NANOS) {
      slices.keep(active.keySet()); // drops what agents reported about shuffles whose job masters did not come back
    }
    awaySince.values().removeIf(since -> nowNanos - since > MASTER_AWAY_NANOS);
  }

  private Optional<String> problem(SubmittedShuffle submission, Account account, long nowNanos) {
    Long away = awaySince.get(submission.owner());
    String done = account.acknowledgedBytes() + " of " + submission.totalBytes() + " bytes and " + submission.doneTransfers()
        + " of " + submission.transfers() + " transfers are done; waiting for " + submission.waiting(NAMED_IN_PROBLEM);
    Optional<String> late = submission.late(nowNanos);
    if (late.isPresent()) {
      return late.map(what -> what + " has passed; " + done);
    }
    if (submission.quietNanos(account.acknowledgedBytes(), account.waits(), nowNanos) > STALL_NANOS) {
      return Optional.of("nothing has moved for " + STALL_NANOS / 1_000_000_000 + " s; " + done);
    }
    return away != null && nowNanos - away > MASTER_AWAY_NANOS ? Optional.of("its job master is gone; " + done) : Optional.empty();
  }

  private void progress(SubmittedShuffle submission, Account account) {
    ShuffleProgress.Builder progress = ShuffleProgress.newBuilder().setShuffle(submission.id().value())
        .setTotalBytes(submission.totalBytes()).setAcknowledgedBytes(account.acknowledgedBytes())
        .setTransfers(submission.transfers()).setDoneTransfers(submission.doneTransfers())
        .setGammaSeconds(account.gammaSeconds()).setDeadlineProblem(account.deadlineProblem().orElse(""));
    streamsOf(submission.owner()).forEach(stream ->
        news.add(MasterNews.send(stream, JobMasterNews.newBuilder().setProgress(progress))));
  }
}
