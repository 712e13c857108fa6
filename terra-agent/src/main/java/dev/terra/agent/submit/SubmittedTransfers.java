package dev.terra.agent.submit;

import com.google.common.base.Ticker;
import dev.terra.agent.receive.Fetch;
import dev.terra.agent.receive.Inbox;
import dev.terra.agent.send.Outbox;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.Receiver;
import dev.terra.api.v1.SubmittedPart;
import dev.terra.api.v1.Transfer;
import dev.terra.api.v1.TransferReport;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * This site's transfers of submitted shuffles. This class sends outgoing transfers, fetches incoming ones as a handler would, and reports
 * their progress to the controller. An instance is used on the agent's thread only.
 */
public final class SubmittedTransfers implements TransferReceiver.Host {
  private final SiteId site;
  private final SubmittedShuffles shuffles;
  private final Outbox outbox;
  private final Inbox inbox;
  private final Ticker ticker;

  /** Creates a part without transfers. */
  public SubmittedTransfers(SiteId site, SubmittedShuffles shuffles, Outbox outbox, Inbox inbox, Ticker ticker) {
    this.site = site;
    this.shuffles = shuffles;
    this.outbox = outbox;
    this.inbox = inbox;
    this.ticker = ticker;
  }

  /** Accepts this site's part of a submitted shuffle from the controller; returns whether there is something new to send. */
  public boolean take(SubmittedPart part) {
    ShufflePart shuffle = shuffles.get(new ShuffleId(part.getShuffle()));
    part.getReceiversMap().forEach((number, receiver) -> place(shuffle, number, receiver));
    List<Transfer> fresh = new ArrayList<>();
    for (Transfer transfer : part.getOutgoingList()) {
      if (shuffle.outgoing().putIfAbsent(transfer.getNumber(), transfer) == null) {
        fresh.add(transfer);
      }
    }
    // this must come before any of them is read
    shuffles.files().checkSources(shuffle.shuffle(), fresh,
        (transfer, problem) -> shuffles.unreadable(shuffle.shuffle(), transfer, problem));
    fresh.forEach(transfer -> push(shuffle, transfer));
    Map<Integer, List<Transfer>> incoming = new LinkedHashMap<>();
    part.getIncomingList().forEach(transfer ->
        incoming.computeIfAbsent(transfer.getReceiver(), key -> new ArrayList<>()).add(transfer));
    incoming.forEach((receiver, transfers) -> receiver(shuffle, receiver).add(transfers));
    return !fresh.isEmpty();
  }

  private TransferReceiver receiver(ShufflePart shuffle, int receiver) {
    long change = shuffle.receivers().getOrDefault(receiver, Receiver.getDefaultInstance()).getChange();
    return shuffle.receiving().computeIfAbsent(receiver, number -> new TransferReceiver(shuffle.shuffle(), number, change, this));
  }

  private void place(ShufflePart shuffle, int number, Receiver receiver) {
    Receiver before = shuffle.receivers().get(number);
    if (before != null && Long.compareUnsigned(receiver.getChange(), before.getChange()) <= 0) {
      return;
    }
    shuffle.receivers().put(number, receiver);
    TransferReceiver here = shuffle.receiving().remove(number);
    if (here != null) {
      here.cancel();
    }
    if (before != null && !before.getSite().equals(receiver.getSite())) {
      outbox.withdrawPartition(shuffle.shuffle(), number, new SiteId(before.getSite()));
      shuffle.outgoing().values().stream().filter(transfer -> transfer.getReceiver() == number)
          .forEach(transfer -> push(shuffle, transfer));
    }
  }

  private void push(ShufflePart shuffle, Transfer transfer) {
    shuffle.receiverOf(transfer).filter(to -> !to.equals(site)).ifPresent(to -> outbox.push(shuffle.key(transfer), to));
  }

  @Override
  public Delivery delivery(ShuffleId shuffle, Delivery.Listener listener, List<Transfer> transfers) {
    return shuffles.files().delivery(shuffle, listener, transfers);
  }

  @Override
  public void check(ShuffleId shuffle, Delivery.Listener listener, List<Transfer> transfers) {
    shuffles.files().checkTargets(shuffle, transfers, (transfer, problem) -> listener.problem(transfer, "cannot be delivered: " + problem));
  }

  @Override
  public Optional<Fetch> fetch(List<SegmentCopy> keys, SiteId from, Delivery into) {
    return inbox.fetch(keys, from, into);
  }

  @Override
  public long nowNanos() {
    return ticker.read();
  }

  /** Starts waiting transfers that can be started. It is to be called every 100 ms. */
  public void tick() {
    shuffles.all().forEach(shuffle -> List.copyOf(shuffle.receiving().values()).forEach(TransferReceiver::proceed));
  }

  /** Takes the reports that are due about receivers, and about transfers that cannot be read. */
  public List<TransferReport> takeReports() {
    List<TransferReport> reports = new ArrayList<>();
    shuffles.all().forEach(shuffle -> shuffle.receiving().values().forEach(receiver -> receiver.report().ifPresent(reports::add)));
    reports.addAll(shuffles.takeProblems());
    return reports;
  }

  /** Makes the next reports complete, for a new controller. */
  public void reportAgain() {
    shuffles.all().forEach(shuffle -> shuffle.receiving().values().forEach(TransferReceiver::reportAgain));
  }

  /** Returns whether a shuffle was submitted by a job master. */
  public boolean knows(ShuffleId shuffle) {
    return shuffles.knows(shuffle);
  }

  /** Drops a shuffle that is over. Its incomplete files are removed. */
  public void drop(ShuffleId id) {
    shuffles.remove(id).ifPresent(shuffle -> shuffle.receiving().values().forEach(TransferReceiver::cancel));
  }
}
