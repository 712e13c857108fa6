package dev.terra.agent.submit;

import dev.terra.agent.receive.Fetch;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.Transfer;
import dev.terra.api.v1.TransferProblem;
import dev.terra.api.v1.TransferReport;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One receiver of a submitted shuffle at this site. It fetches its transfers in a few streams at a time from each sending site, and fetches
 * again what failed on the WAN. An instance is used on the agent's thread only.
 */
final class TransferReceiver implements Delivery.Listener {
  private static final Logger log = LoggerFactory.getLogger(TransferReceiver.class);
  /** The usual number of streams from one site at a time. While one waits for its last bytes, the bytes of the others flow. */
  private static final int STREAMS_PER_SITE = 4;
  /** The most streams while they have few bytes in total, since a stream of short transfers is over within a round trip or two. */
  private static final int SHORT_STREAMS_PER_SITE = 16;
  private static final long FEW_BYTES = 8L << 20;
  /** The most transfers of a stream: it has many small ones or one large one. */
  private static final int TRANSFERS_PER_STREAM = 256;
  private static final long BYTES_PER_STREAM = 16L << 20;
  private static final long FIRST_PAUSE_NANOS = 100_000_000;
  private static final long LONGEST_PAUSE_NANOS = 2_000_000_000;

  private final ShuffleId shuffle;
  private final int receiver;
  private final long change;
  private final Host host;
  private final Map<Integer, Transfer> known = new LinkedHashMap<>();
  private final Map<SiteId, Deque<Transfer>> waiting = new LinkedHashMap<>();
  private final Map<Delivery, SiteId> active = new LinkedHashMap<>();
  private final Map<SiteId, Pause> pauses = new HashMap<>();
  private final Set<Integer> done = new LinkedHashSet<>();
  private final Set<Integer> doneToTell = new LinkedHashSet<>();
  private final Set<Integer> knownToTell = new LinkedHashSet<>();
  private final Map<Integer, String> problems = new LinkedHashMap<>();
  private final Map<Integer, String> problemsToTell = new LinkedHashMap<>();

  private record Pause(long untilNanos, long nanos) {}

  /** The services of the agent that a receiver needs. */
  interface Host {
    /** Creates a delivery. */
    Delivery delivery(ShuffleId shuffle, Delivery.Listener listener, List<Transfer> transfers);

    /** Claims the files of transfers, and reports those that cannot be claimed to the listener. */
    void check(ShuffleId shuffle, Delivery.Listener listener, List<Transfer> transfers);

    /** Begins to fetch segments into a delivery. */
    Optional<Fetch> fetch(List<SegmentCopy> keys, SiteId from, Delivery into);

    long nowNanos();
  }

  TransferReceiver(ShuffleId shuffle, int receiver, long change, Host host) {
    this.shuffle = shuffle;
    this.receiver = receiver;
    this.change = change;
    this.host = host;
  }

  /** Adds transfers to fetch. Transfers that are known already are reported again if they are done. */
  void add(List<Transfer> transfers) {
    List<Transfer> fresh = new ArrayList<>();
    for (Transfer transfer : transfers) {
      if (known.putIfAbsent(transfer.getNumber(), transfer) == null) {
        fresh.add(transfer);
        queue(transfer, false);
      } else if (done.contains(transfer.getNumber())) {
        doneToTell.add(transfer.getNumber());
      }
    }
    // Files are checked at once: a transfer's turn may come late or, if one before it in its stream cannot be read, never.
    host.check(shuffle, this, fresh);
    proceed();
  }

  private void queue(Transfer transfer, boolean front) {
    Deque<Transfer> queue = waiting.computeIfAbsent(new SiteId(transfer.getFrom()), site -> new ArrayDeque<>());
    if (front) {
      queue.addFirst(transfer);
    } else {
      queue.addLast(transfer);
    }
  }

  /** Starts the streams that can be started. It is to be called regularly. */
  void proceed() {
    for (Map.Entry<SiteId, Deque<Transfer>> site : waiting.entrySet()) {
      Pause pause = pauses.get(site.getKey());
      boolean paused = pause != null && host.nowNanos() - pause.untilNanos < 0;
      while (!paused && !site.getValue().isEmpty() && hasRoom(site.getKey())) {
        start(site.getKey(), site.getValue());
        pause = pauses.get(site.getKey());
        paused = pause != null && host.nowNanos() - pause.untilNanos < 0;
      }
    }
  }

  private boolean hasRoom(SiteId site) {
    List<Delivery> streams = active.entrySet().stream().filter(stream -> stream.getValue().equals(site)).map(Map.Entry::getKey).toList();
    return streams.size() < STREAMS_PER_SITE || (streams.size() < SHORT_STREAMS_PER_SITE
        && streams.stream().flatMap(stream -> stream.transfers().stream()).mapToLong(Transfer::getBytes).sum() < FEW_BYTES);
  }

  private void start(SiteId from, Deque<Transfer> queue) {
    List<Transfer> some = new ArrayList<>();
    long bytes = 0;
    while (!queue.isEmpty() && some.size() < TRANSFERS_PER_STREAM
        && (some.isEmpty() || bytes + queue.peekFirst().getBytes() <= BYTES_PER_STREAM)) {
      bytes += queue.peekFirst().getBytes();
      some.add(queue.removeFirst());
    }
    Delivery delivery = host.delivery(shuffle, this, some);
    active.put(delivery, from);
    host.fetch(some.stream().map(transfer -> TransferKeys.of(shuffle, transfer)).toList(), from, delivery)
        .ifPresent(delivery::reads);
  }

  @Override
  public void done(Transfer transfer) {
    done.add(transfer.getNumber());
    doneToTell.add(transfer.getNumber());
    pauses.remove(new SiteId(transfer.getFrom()));
  }

  @Override
  public void problem(Transfer transfer, String problem) {
    if (problems.putIfAbsent(transfer.getNumber(), problem) == null) {
      log.warn("shuffle {}: transfer {}: {}", shuffle, transfer.getNumber(), problem);
      problemsToTell.put(transfer.getNumber(), problem);
      waiting.values().forEach(queue -> queue.remove(transfer));
    }
  }

  @Override
  public void over(Delivery delivery, String reason) {
    SiteId from = active.remove(delivery);
    List<Transfer> again = delivery.transfers().stream()
        .filter(transfer -> !done.contains(transfer.getNumber()) && !problems.containsKey(transfer.getNumber())).toList();
    for (int i = again.size() - 1; i >= 0; i--) {
      queue(again.get(i), true);
    }
    if (!reason.isEmpty()) {
      Pause before = pauses.get(from);
      long nanos = before == null ? FIRST_PAUSE_NANOS : Math.min(LONGEST_PAUSE_NANOS, before.nanos * 2);
      pauses.put(from, new Pause(host.nowNanos() + nanos, nanos));
      log.info("shuffle {}: {} transfers from {} will be fetched again: {}", shuffle, again.size(), from, reason);
    }
    proceed();
  }

  /** Makes the next report complete, for a new controller. */
  void reportAgain() {
    knownToTell.addAll(known.keySet());
    doneToTell.addAll(done);
    problemsToTell.putAll(problems);
  }

  /** Returns a report of what has changed since the last one; empty if nothing has. */
  Optional<TransferReport> report() {
    if (doneToTell.isEmpty() && problemsToTell.isEmpty() && knownToTell.isEmpty()) {
      return Optional.empty();
    }
    TransferReport.Builder report = TransferReport.newBuilder().setShuffle(shuffle.value()).setReceiver(receiver).setChange(change)
        .addAllDone(doneToTell).addAllKnown(knownToTell);
    problemsToTell.forEach((number, problem) ->
        report.addProblems(TransferProblem.newBuilder().setNumber(number).setProblem(problem)));
    doneToTell.clear();
    knownToTell.clear();
    problemsToTell.clear();
    return Optional.of(report.build());
  }

  /** Ends all streams. Their unfinished files are removed. */
  void cancel() {
    List.copyOf(active.keySet()).forEach(Delivery::cancel);
    active.clear();
    waiting.clear();
  }
}
