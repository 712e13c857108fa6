package dev.terra.controller.core.submit;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Multiset;
import com.google.common.hash.Hashing;
import dev.terra.api.latency.ClassMessages;
import dev.terra.api.v1.Receiver;
import dev.terra.api.v1.ShuffleSubmission;
import dev.terra.api.v1.SubmittedPart;
import dev.terra.api.v1.Transfer;
import dev.terra.controller.core.shuffle.PartialTerms;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import dev.terra.schedule.cost.CostBudget;
import dev.terra.schedule.cost.CostGoal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A shuffle that a job master submitted: its transfers, the sites of its receivers, and the transfers that are done. */
final class SubmittedShuffle {
  private static final long NANOS_PER_MILLI = 1_000_000;
  /**
   * The priority of a submitted shuffle that names a class and no priority. A class precedes those below it, and there is room between
   * them.
   */
  private static final ImmutableMap<LatencyClass, Integer> PRIORITIES =
      ImmutableMap.of(LatencyClass.INTERACTIVE, 20, LatencyClass.NORMAL, 10, LatencyClass.BULK, 0);
  private static final int SUFFIX_DIGITS = 16;
  private final ShuffleId id;
  private final long owner;
  private final long submittedNanos;
  private final Map<Integer, Transfer> transfers = new LinkedHashMap<>();
  /** When its job master submitted each transfer, in nanoseconds of this controller's clock. */
  private final Map<Integer, Long> submitted = new HashMap<>();
  private final Map<Integer, Receiver> receivers = new TreeMap<>();
  private final Set<Integer> done = new HashSet<>();
  /** The sites between which the transfers go that are not done. */
  private final Multiset<SitePair> waiting = HashMultiset.create();
  /** The numbers of the outgoing transfers that the agents of a site have been sent since they attached. */
  private final Map<SiteId, Set<Integer>> told = new HashMap<>();
  private boolean open = true;
  private long totalBytes;
  private double deadlineSeconds;
  private double timeoutSeconds;
  private PartialTerms terms = PartialTerms.NONE;
  private boolean asIs;
  private @Nullable String group;
  private long seenAcknowledgedBytes;
  private int seenDone;
  private long progressNanos;

  SubmittedShuffle(ShuffleId id, long owner, long nowNanos) {
    this.id = id;
    this.owner = owner;
    this.submittedNanos = nowNanos;
    this.progressNanos = nowNanos;
  }

  ShuffleId id() {
    return id;
  }

  long owner() {
    return owner;
  }

  long totalBytes() {
    return totalBytes;
  }

  int transfers() {
    return transfers.size();
  }

  int receivers() {
    return receivers.size();
  }

  int doneTransfers() {
    return done.size();
  }

  boolean complete() {
    return !open && done.size() == transfers.size();
  }

  double secondsSince(long nowNanos) {
    return (nowNanos - submittedNanos) / 1e9;
  }

  /**
   * Adds what is new in a submission.
   *
   * @return the receivers that are new or have changed, and the transfers that are new
   */
  Added add(ShuffleSubmission more, long nowNanos) {
    open = more.getOpen();
    deadlineSeconds = more.getDeadlineSeconds() > 0 ? more.getDeadlineSeconds() : deadlineSeconds;
    timeoutSeconds = more.getTimeoutSeconds() > 0 ? more.getTimeoutSeconds() : timeoutSeconds;
    terms = terms(more).or(terms);
    asIs |= more.getAsIs();
    group = more.getGroup().isEmpty() ? group : more.getGroup() + suffix(owner);
    Map<Integer, Receiver> before = new TreeMap<>(receivers);
    Map<Integer, Receiver> news = new TreeMap<>();
    more.getReceiversMap().forEach((number, receiver) -> {
      Receiver known = receivers.get(number);
      if (known == null || Long.compareUnsigned(receiver.getChange(), known.getChange()) > 0) {
        receivers.put(number, receiver);
        news.put(number, receiver);
      }
    });
    before.keySet().retainAll(news.keySet());
    transfersOf(before.keySet()).forEach(transfer -> beginAnew(transfer, Objects.requireNonNull(before.get(transfer.getReceiver()))));
    List<Transfer> added = new ArrayList<>();
    for (Transfer transfer : more.getTransfersList()) {
      if (transfers.putIfAbsent(transfer.getNumber(), transfer) == null) {
        added.add(transfer);
        submitted.put(transfer.getNumber(), nowNanos - NANOS_PER_MILLI * transfer.getAgeMillis());
        waiting.add(pairOf(transfer));
        totalBytes += transfer.getBytes();
      }
    }
    return new Added(before, news, added);
  }

  /** Marks a transfer as not done, since its receiver has moved or begun anew. */
  private void beginAnew(Transfer transfer, Receiver before) {
    if (!done.remove(transfer.getNumber())) {
      waiting.remove(new SitePair(new SiteId(transfer.getFrom()), new SiteId(before.getSite())));
    }
    waiting.add(pairOf(transfer));
  }

  /** Returns how many transfers between two sites are not done. */
  int waiting(SitePair pair) {
    return waiting.count(pair);
  }

  /**
   * The changes that a submission made.
   *
   * @param moved receivers that were at another site, or have begun anew, in their previous state
   * @param receivers receivers that are new or have changed
   * @param transfers transfers that are new
   */
  record Added(Map<Integer, Receiver> moved, Map<Integer, Receiver> receivers, List<Transfer> transfers) {}

  SiteId siteOf(Transfer transfer) {
    return new SiteId(receiver(transfer).getSite());
  }

  private Receiver receiver(Transfer transfer) {
    return Objects.requireNonNull(receivers.get(transfer.getReceiver()), "a transfer without its receiver was let in");
  }

  /**
   * Returns the part of an agent that has just attached: the transfers that it carries and that are not done.
   *
   * @param carried returns whether the agent carries a transfer
   */
  SubmittedPart partAnew(SiteId site, Predicate<Transfer> carried, long nowNanos) {
    told.getOrDefault(site, new HashSet<>()).removeIf(number -> carried.test(transfers.get(number)));
    return partOf(site, transfers.values().stream().filter(carried).toList(), nowNanos);
  }

  /** Returns the part of a site's agents in these transfers, without those that are done. */
  SubmittedPart partOf(SiteId site, Collection<Transfer> among, long nowNanos) {
    SubmittedPart.Builder part = SubmittedPart.newBuilder().setShuffle(id.value());
    for (Transfer transfer : among) {
      boolean outgoing = transfer.getFrom().equals(site.name());
      boolean incoming = siteOf(transfer).equals(site);
      if ((!outgoing && !incoming) || done.contains(transfer.getNumber())) {
        continue;
      }
      part.putReceivers(transfer.getReceiver(), receiver(transfer));
      if (outgoing) {
        long ageNanos = Math.max(0, nowNanos - submitted.getOrDefault(transfer.getNumber(), nowNanos));
        part.addOutgoing(transfer.toBuilder().setAgeMillis(ageNanos / NANOS_PER_MILLI));
        told.computeIfAbsent(site, key -> new HashSet<>()).add(transfer.getNumber());
      } else {
        part.addIncoming(transfer);
      }
    }
    return part.build();
  }

  /** Returns the transfers to the given receivers. */
  List<Transfer> transfersOf(Set<Integer> receiverNumbers) {
    return transfers.values().stream().filter(transfer -> receiverNumbers.contains(transfer.getReceiver())).toList();
  }

  /**
   * Returns the transfers that a site has to send: those that its agents will report, and those that wait.
   *
   * @param waiting transfers from this site that no agent has received
   */
  List<Transfer> sentFrom(SiteId site, List<Transfer> waiting) {
    return Stream.concat(told.getOrDefault(site, Set.of()).stream().map(transfers::get), waiting.stream()).toList();
  }

  /** Returns the sites between which a transfer goes at present. */
  SitePair pairOf(Transfer transfer) {
    return new SitePair(new SiteId(transfer.getFrom()), siteOf(transfer));
  }

  /** Returns how many bytes go from each site to each other one. */
  Map<SitePair, Long> bytesByPair() {
    Map<SitePair, Long> bytes = new HashMap<>();
    transfers.values().stream().filter(transfer -> !transfer.getFrom().equals(siteOf(transfer).name()))
        .forEach(transfer -> bytes.merge(pairOf(transfer), transfer.getBytes(), Long::sum));
    return bytes;
  }

  Map<Integer, SiteId> placement() {
    Map<Integer, SiteId> sites = new TreeMap<>();
    receivers.forEach((number, receiver) -> sites.put(number, new SiteId(receiver.getSite())));
    return sites;
  }

  /** Returns whether this change of a receiver is its latest: the receiver has not begun anew since, at this site or another. */
  boolean isCurrent(int receiver, long change) {
    Receiver known = receivers.get(receiver);
    return known != null && known.getChange() == change;
  }

  /** Returns whether a site sends a transfer. A problem of the source is a problem at any destination. */
  boolean isSender(SiteId site, int number) {
    Transfer transfer = transfers.get(number);
    return transfer != null && transfer.getFrom().equals(site.name());
  }

  /** Notes that transfers are done, unless the receiver has begun anew since. */
  void done(int receiver, long change, List<Integer> numbers) {
    if (!isCurrent(receiver, change)) {
      return;
    }
    for (Integer number : numbers) {
      Transfer transfer = transfers.get(number);
      if (transfer != null && transfer.getReceiver() == receiver && done.add(number)) {
        waiting.remove(pairOf(transfer));
      }
    }
  }

  /** Returns a description of a transfer for people. */
  String name(int number) {
    Transfer transfer = transfers.get(number);
    return transfer == null ? "transfer " + number
        : "transfer " + number + " from " + transfer.getFrom() + " to " + siteOf(transfer) + " (" + transfer.getBytes() + " bytes)";
  }

  /** Returns which of the shuffle's time limits has passed, if one has. */
  Optional<String> late(long nowNanos) {
    double seconds = secondsSince(nowNanos);
    if (deadlineSeconds > 0 && seconds > deadlineSeconds) {
      return Optional.of("its deadline of " + deadlineSeconds + " s");
    }
    return timeoutSeconds > 0 && seconds > timeoutSeconds ? Optional.of("its time of " + timeoutSeconds + " s") : Optional.empty();
  }

  /** Whether no chunk of the shuffle is to be compressed. */
  boolean isAsIs() {
    return asIs;
  }

  /**
   * The shuffle's group in the order of shuffles. No shuffle of another job master and no job on YARN can have the same group. It is empty
   * if the shuffle has a place of its own.
   */
  Optional<String> group() {
    return Optional.ofNullable(group);
  }

  /**
   * Returns the suffix that makes groups of a job master its own. It is the same in every controller, so that jobs keep their names. It is
   * a hash, since the job master's number itself would allow others to cancel its shuffles.
   */
  private static String suffix(long owner) {
    return "@" + Hashing.sha256().hashLong(owner).toString().substring(0, SUFFIX_DIGITS);
  }

  /** The terms that the shuffle's job master set. */
  PartialTerms terms() {
    OptionalDouble deadline = deadlineSeconds > 0 ? OptionalDouble.of(submittedNanos / 1e9 + deadlineSeconds) : OptionalDouble.empty();
    return new PartialTerms(terms.weight(), terms.priority(), deadline, terms.saidGoal());
  }

  /** Returns the weight, the priority and the goal that a submission requests. Values out of range are refused. */
  static PartialTerms terms(ShuffleSubmission submission) {
    return new PartialTerms(submission.hasWeight() ? OptionalDouble.of(submission.getWeight()) : OptionalDouble.empty(),
        priority(submission), OptionalDouble.empty(), goal(submission));
  }

  private static @Nullable CostGoal goal(ShuffleSubmission submission) {
    if (submission.getHardBudget() && !submission.hasMaxUsd()) {
      throw new IllegalArgumentException("a hard budget needs an amount (max_usd)");
    }
    if (!submission.hasUsdPerHour() && !submission.hasMaxUsd()) {
      return null;
    }
    CostBudget.Strictness strictness = submission.getHardBudget() ? CostBudget.Strictness.HARD : CostBudget.Strictness.SOFT;
    return new CostGoal(submission.hasUsdPerHour() ? submission.getUsdPerHour() : Double.POSITIVE_INFINITY,
        submission.hasMaxUsd() ? new CostBudget(submission.getMaxUsd(), strictness) : null);
  }

  /** Returns the priority that a submission names, or else that of its class. */
  private static OptionalInt priority(ShuffleSubmission submission) {
    if (submission.hasPriority()) {
      return OptionalInt.of(submission.getPriority());
    }
    return ClassMessages.of(submission.getLatencyClass()).map(PRIORITIES::get).map(OptionalInt::of).orElseGet(OptionalInt::empty);
  }

  /**
   * Checks whether anything has moved since the last call, or the shuffle waits for others. Returns for how long neither was so, in
   * nanoseconds.
   */
  long quietNanos(long acknowledgedBytes, boolean waits, long nowNanos) {
    if (open || waits || acknowledgedBytes != seenAcknowledgedBytes || done.size() != seenDone) {
      seenAcknowledgedBytes = acknowledgedBytes;
      seenDone = done.size();
      progressNanos = nowNanos;
    }
    return nowNanos - progressNanos;
  }

  /** Returns a text with up to the given number of transfers that are not done, for people. */
  String waiting(int most) {
    return transfers.keySet().stream().filter(number -> !done.contains(number)).limit(most).map(this::name).toList().toString();
  }
}
