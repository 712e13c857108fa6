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
 * The parts of this site in the shuffles that job masters submitted. Outgoing transfers are segments like any others, but are read by the
 * agent instead of by a handler. An instance is used on the agent's thread only.
 */
public final class SubmittedShuffles implements SegmentBook, SegmentSource {
  /** The origin of submitted segments; other segments have the address of a handler in its place. */
  public static final String ORIGIN = TransferKeys.NO_HANDLER;
  private static final ServedAs SERVED = new ServedAs(TransferKeys.NO_HANDLER, TransferKeys.NO_HANDLER);

  private final TransferFiles files;
  private final Map<ShuffleId, ShufflePart> shuffles = new LinkedHashMap<>();
  private final List<TransferReport> problems = new ArrayList<>();

  /** Creates an empty set of shuffles, which are read from and written to these files. */
  public SubmittedShuffles(TransferFiles files) {
    this.files = files;
  }

  TransferFiles files() {
    return files;
  }

  /** Returns whether a shuffle was submitted by a job master. */
  public boolean knows(ShuffleId shuffle) {
    return shuffles.containsKey(shuffle);
  }

  /** Returns whether a shuffle was submitted and has bytes at this site for another site. */
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

  /** Notes that an outgoing transfer cannot be read. The next report carries the problem to its job master. */
  void unreadable(ShuffleId shuffle, Transfer transfer, String problem) {
    problems.add(TransferReport.newBuilder().setShuffle(shuffle.value()).setReceiver(transfer.getReceiver())
        .addProblems(TransferProblem.newBuilder().setNumber(transfer.getNumber()).setProblem(problem)).build());
  }

  /** Takes the reports of transfers that could not be read since the last call. */
  List<TransferReport> takeProblems() {
    List<TransferReport> taken = List.copyOf(problems);
    problems.clear();
    return taken;
  }

  /** Returns the submitted shuffles with bytes at this site. */
  public List<ShuffleId> outgoing() {
    return shuffles.values().stream().filter(shuffle -> !shuffle.outgoing().isEmpty()).map(ShufflePart::shuffle).toList();
  }

  /** Returns the sites of a submitted shuffle's receivers. */
  public PlacementReport placement(ShuffleId id) {
    PlacementReport.Builder placement = PlacementReport.newBuilder().setShuffle(id.value());
    ShufflePart shuffle = shuffles.get(id);
    if (shuffle != null) {
      shuffle.receivers().forEach((number, receiver) -> placement.putSiteByReducer(number, receiver.getSite()));
    }
    return placement.build();
  }

  /** Returns the volumes of a shuffle at this site; empty if it was not submitted or has none here. */
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
