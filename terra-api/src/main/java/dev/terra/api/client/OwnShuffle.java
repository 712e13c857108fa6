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

/**
 * The state of a shuffle at its job master, from which the shuffle can be submitted again to another controller. It is used on the client's
 * thread only.
 */
final class OwnShuffle {
  /** The most transfers in one message. A message then has less than 1 MiB with paths of ordinary length. */
  private static final int TRANSFERS_PER_MESSAGE = 2_000;

  private final String id;
  private final Consumer<ShuffleProgress> progress;
  private final CompletableFuture<ShuffleResult> result = new CompletableFuture<>();
  private final Map<Integer, Receiver> receivers = new LinkedHashMap<>();
  private final List<Transfer> transfers = new ArrayList<>();
  /** The time when each transfer was submitted, ns. */
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

  /** Adds a matrix, and returns the messages that carry what is new. */
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

  /** Moves a receiver, and returns the message that carries this change. */
  ShuffleSubmission move(int number, String site) {
    Receiver before = receivers.get(number);
    if (before == null) {
      throw new IllegalArgumentException("shuffle " + id + " has no receiver " + number);
    }
    Receiver now = Receiver.newBuilder().setSite(site).setChange(before.getChange() + 1).build();
    receivers.put(number, now);
    return submission().putReceivers(number, now).setOpen(open).build();
  }

  /** Returns the messages that carry the whole shuffle, for a controller that has received nothing of it. */
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
