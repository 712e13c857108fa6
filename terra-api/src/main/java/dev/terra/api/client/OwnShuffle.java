package dev.terra.api.client;

import dev.terra.api.v1.Receiver;
import dev.terra.api.v1.ShuffleProgress;
import dev.terra.api.v1.ShuffleResult;
import dev.terra.api.v1.ShuffleSubmission;
import dev.terra.api.v1.Transfer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** A shuffle as its job master knows it, so that it can be said again to another controller. On the client's thread. */
final class OwnShuffle {
  /** Transfers in one message: below 1 MiB with ordinary paths. */
  private static final int TRANSFERS_PER_MESSAGE = 2_000;

  private final String id;
  private final Consumer<ShuffleProgress> progress;
  private final CompletableFuture<ShuffleResult> result = new CompletableFuture<>();
  private final Map<Integer, Receiver> receivers = new LinkedHashMap<>();
  private final List<Transfer> transfers = new ArrayList<>();
  /** When each of them was submitted, ns. */
  private final List<Long> submittedNanos = new ArrayList<>();
  private final LongSupplier nanoClock;
  private boolean open = true;
  private ShuffleSubmission terms = ShuffleSubmission.getDefaultInstance();

  OwnShuffle(String id, Consumer<ShuffleProgress> progress, LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.id = id;
    this.progress = progress;
  }

  String id() {
    return id;
  }

  CompletableFuture<ShuffleResult> result() {
    return result;
  }

  void progressed(ShuffleProgress news) {
    progress.accept(news);
  }

  /** Takes in a matrix; gives the messages that say what is new. */
  List<ShuffleSubmission> add(TransferMatrix matrix) {
    Map<Integer, Receiver> fresh = new LinkedHashMap<>(matrix.receivers());
    fresh.keySet().removeAll(receivers.keySet());
    receivers.putAll(fresh);
    transfers.addAll(matrix.transfers());
    submittedNanos.addAll(Collections.nCopies(matrix.transfers().size(), nanoClock.getAsLong()));
    open = matrix.open();
    terms = terms.toBuilder().mergeFrom(matrix.terms()).build();
    return messages(fresh, matrix.transfers());
  }

  /** Moves a receiver; gives the message that says so. */
  ShuffleSubmission move(int number, String site) {
    Receiver before = receivers.get(number);
    if (before == null) {
      throw new IllegalArgumentException("shuffle " + id + " has no receiver " + number);
    }
    Receiver now = Receiver.newBuilder().setSite(site).setChange(before.getChange() + 1).build();
    receivers.put(number, now);
    return submission().putReceivers(number, now).setOpen(open).build();
  }

  /** Everything, for a controller that has heard nothing. */
  List<ShuffleSubmission> all() {
    long now = nanoClock.getAsLong();
    return messages(receivers, IntStream.range(0, transfers.size()).mapToObj(i -> transfers.get(i).toBuilder()
        .setAgeMillis(TimeUnit.NANOSECONDS.toMillis(now - submittedNanos.get(i))).build()).toList());
  }

  private ShuffleSubmission.Builder submission() {
    return terms.toBuilder().setShuffle(id);
  }

  private List<ShuffleSubmission> messages(Map<Integer, Receiver> someReceivers, List<Transfer> someTransfers) {
    List<ShuffleSubmission> messages = new ArrayList<>();
    int at = 0;
    do {
      int end = Math.min(someTransfers.size(), at + TRANSFERS_PER_MESSAGE);
      ShuffleSubmission.Builder message = submission().addAllTransfers(someTransfers.subList(at, end))
          .setOpen(open || end < someTransfers.size());
      if (at == 0) {
        message.putAllReceivers(someReceivers);
      }
      messages.add(message.build());
      at = end;
    } while (at < someTransfers.size());
    return messages;
  }
}
