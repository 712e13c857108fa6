package dev.terra.agent.submit;

import dev.terra.agent.send.Readers;
import dev.terra.agent.send.SegmentBook;
import dev.terra.agent.send.SegmentSource;
import dev.terra.agent.send.SegmentSource.Bytes;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.ShuffleReport;
import dev.terra.api.v1.Transfer;
import dev.terra.api.v1.TransferProblem;
import dev.terra.api.v1.TransferReport;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The shuffles that job masters submitted, as this site knows them. Outgoing transfers are segments like any others, read here instead of
 * from a handler. On the agent's thread.
 */
public final class SubmittedShuffles implements SegmentBook, SegmentSource {
  /** Stands where the address of a handler does for other segments. */
  public static final String ORIGIN = TransferKeys.NO_HANDLER;
  private static final ServedAs SERVED = new ServedAs(TransferKeys.NO_HANDLER, TransferKeys.NO_HANDLER);

  private final TransferFiles files;
  private final Map<ShuffleId, ShufflePart> shuffles = new LinkedHashMap<>();
  private final List<TransferReport> problems = new ArrayList<>();

  /** None yet, read from these files. */
  public SubmittedShuffles(TransferFiles files) {
    this.files = files;
  }

  TransferFiles files() {
    return files;
  }

  /** Whether a shuffle was submitted by a job master. */
  public boolean knows(ShuffleId shuffle) {
    return shuffles.containsKey(shuffle);
  }

  /** Whether a shuffle was submitted and has bytes here for a site. */
  public boolean goesTo(ShuffleId shuffle, SiteId site) {
    return Optional.ofNullable(shuffles.get(shuffle)).filter(part -> part.outgoing().values().stream()
        .anyMatch(transfer -> part.receiverOf(transfer).filter(site::equals).isPresent())).isPresent();
  }

  ShufflePart get(ShuffleId shuffle) {
    return shuffles.computeIfAbsent(shuffle, ShufflePart::new);
  }

  Optional<ShufflePart> remove(ShuffleId shuffle) {
    files.forget(shuffle);
    return Optional.ofNullable(shuffles.remove(shuffle));
  }

  Collection<ShufflePart> all() {
    return shuffles.values();
  }

  private Optional<Transfer> transfer(SegmentCopy key) {
    return Optional.ofNullable(shuffles.get(key.shuffle())).flatMap(shuffle -> shuffle.find(key));
  }

  @Override
  public Readers readers(ShuffleId shuffle) {
    return Readers.NONE;
  }

  @Override
  public Entry find(SegmentCopy key) {
    return transfer(key).map(transfer -> new Entry(SERVED, transfer.getBytes(), transfer.getBytes()))
        .orElseGet(() -> Entry.unreadable("no such transfer is known at its site"));
  }

  @Override
  public void read(Part part, Reader reader) {
    Optional<Transfer> known = transfer(part.key());
    if (known.isEmpty()) {
      files.answer(() -> reader.failed("no such transfer"));
      return;
    }
    files.read(new TransferFiles.Outgoing(part.key().shuffle(), known.get(), part.start(), part.length()), new Reader() {
      @Override
      public void read(Bytes bytes) {
        reader.read(bytes);
      }

      @Override
      public void failed(String why) {
        unreadable(part.key().shuffle(), known.get(), why);
        reader.failed(why);
      }
    });
  }

  /** An outgoing transfer can't be read: the next report says so to its job master. */
  void unreadable(ShuffleId shuffle, Transfer transfer, String problem) {
    problems.add(TransferReport.newBuilder().setShuffle(shuffle.value()).setReceiver(transfer.getReceiver())
        .addProblems(TransferProblem.newBuilder().setNumber(transfer.getNumber()).setProblem(problem)).build());
  }

  /** What could not be read since the last call. */
  List<TransferReport> takeProblems() {
    List<TransferReport> taken = List.copyOf(problems);
    problems.clear();
    return taken;
  }

  /** The submitted shuffles with bytes here. */
  public List<ShuffleId> outgoing() {
    return shuffles.values().stream().filter(shuffle -> !shuffle.outgoing().isEmpty()).map(ShufflePart::shuffle).toList();
  }

  /** The sites of a submitted shuffle's receivers. */
  public PlacementReport placement(ShuffleId id) {
    PlacementReport.Builder placement = PlacementReport.newBuilder().setShuffle(id.value());
    ShufflePart shuffle = shuffles.get(id);
    if (shuffle != null) {
      shuffle.receivers().forEach((number, receiver) -> placement.putSiteByReducer(number, receiver.getSite()));
    }
    return placement.build();
  }

  /** The volumes of a shuffle here, if it is one of these. */
  public Optional<ShuffleReport> report(ShuffleId id) {
    return Optional.ofNullable(shuffles.get(id)).filter(shuffle -> !shuffle.outgoing().isEmpty()).map(shuffle -> {
      int size = shuffle.receivers().keySet().stream().mapToInt(number -> number + 1).max().orElse(0);
      long[] bytes = new long[size];
      shuffle.outgoing().values().forEach(transfer -> bytes[transfer.getReceiver()] += transfer.getBytes());
      ShuffleReport.Builder report = ShuffleReport.newBuilder().setShuffle(id.value());
      for (long sum : bytes) {
        report.addBytesByReducer(sum);
      }
      return report.build();
    });
  }
}
