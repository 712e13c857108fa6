package dev.terra.agent.submit;

import com.google.common.base.Ticker;
import dev.terra.agent.receive.Fetch;
import dev.terra.agent.receive.Inbox;
import dev.terra.agent.send.Outbox;
import dev.terra.agent.send.Readers;
import dev.terra.agent.send.SegmentBook;
import dev.terra.agent.send.SegmentSource;
import dev.terra.agent.wire.SegmentKey;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.Receiver;
import dev.terra.api.v1.ShuffleReport;
import dev.terra.api.v1.SubmittedPart;
import dev.terra.api.v1.Transfer;
import dev.terra.api.v1.TransferProblem;
import dev.terra.api.v1.TransferReport;
import dev.terra.core.wan.SiteId;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This site's parts of the shuffles that job masters submitted. Outgoing transfers are segments like any others, read here instead
 * of from a handler; incoming ones are fetched as a handler would fetch them. On the agent's thread; files have one of their own.
 */
public final class Submissions implements SegmentBook, SegmentSource, Inbound.Host, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Submissions.class);

  private final SiteId site;
  private final Folders folders;
  private final Executor owner;
  private final Ticker ticker;
  private final ExecutorService files;
  private final LocalSource source;
  private final Map<String, Submitted> shuffles = new LinkedHashMap<>();
  private final List<TransferReport> problems = new ArrayList<>();
  private Outbox outbox;
  private Inbox inbox;

  /** None yet; {@link #attach} before anything else. */
  public Submissions(SiteId site, Folders folders, Executor owner, Ticker ticker) {
    this.site = site;
    this.folders = folders;
    this.owner = owner;
    this.ticker = ticker;
    this.source = new LocalSource(folders);
    this.files = Executors.newSingleThreadExecutor(task -> {
      Thread thread = new Thread(task, "terra-files");
      thread.setDaemon(true);
      return thread;
    });
  }

  /** Where segments leave and arrive. */
  public void attach(Outbox out, Inbox in) {
    outbox = out;
    inbox = in;
  }

  /** A book of its segments and those of another. */
  public SegmentBook or(SegmentBook others) {
    return new SegmentBook() {
      @Override
      public Entry find(SegmentKey key) {
        return (knows(key.job()) ? Submissions.this : others).find(key);
      }

      @Override
      public Readers readers(String job) {
        return knows(job) ? Readers.NONE : others.readers(job);
      }
    };
  }

  /** A source of its segments and those of another. */
  public SegmentSource or(SegmentSource others) {
    return (part, whole, problem) -> (knows(part.key().job()) ? this : others).read(part, whole, problem);
  }

  /** Whether a shuffle was submitted by a job master. */
  public boolean knows(String shuffle) {
    return shuffles.containsKey(shuffle);
  }

  /** The ids of all. */
  public List<String> ids() {
    return List.copyOf(shuffles.keySet());
  }

  /** The controller says what this site sends and gets; returns whether there is something new to send. */
  public boolean take(SubmittedPart part) {
    Submitted shuffle = shuffles.computeIfAbsent(part.getShuffle(), Submitted::new);
    part.getReceiversMap().forEach((number, receiver) -> place(shuffle, number, receiver));
    List<Transfer> fresh = new ArrayList<>();
    for (Transfer transfer : part.getOutgoingList()) {
      if (shuffle.outgoing().putIfAbsent(transfer.getNumber(), transfer) == null) {
        fresh.add(transfer);
      }
    }
    fresh.forEach(transfer -> push(shuffle, transfer));
    check(shuffle, fresh);
    Map<Integer, List<Transfer>> incoming = new LinkedHashMap<>();
    part.getIncomingList().forEach(transfer ->
        incoming.computeIfAbsent(transfer.getReceiver(), key -> new ArrayList<>()).add(transfer));
    incoming.forEach((receiver, transfers) -> shuffle.inbound().computeIfAbsent(receiver, number -> new Inbound(shuffle.shuffle(),
        number, shuffle.receivers().get(number).getChange(), this)).add(transfers));
    return !fresh.isEmpty();
  }

  private void place(Submitted shuffle, int number, Receiver receiver) {
    Receiver before = shuffle.receivers().get(number);
    if (before != null && Long.compareUnsigned(receiver.getChange(), before.getChange()) <= 0) {
      return;
    }
    shuffle.receivers().put(number, receiver);
    Inbound here = shuffle.inbound().remove(number);
    if (here != null) {
      here.cancel();
    }
    if (before != null && !before.getSite().equals(receiver.getSite())) {
      outbox.withdrawReducer(shuffle.shuffle(), number, new SiteId(before.getSite()));
      shuffle.outgoing().values().stream().filter(transfer -> transfer.getReceiver() == number)
          .forEach(transfer -> push(shuffle, transfer));
    }
  }

  private void push(Submitted shuffle, Transfer transfer) {
    Receiver receiver = shuffle.receivers().get(transfer.getReceiver());
    if (receiver != null && !receiver.getSite().equals(site.name())) {
      outbox.push(shuffle.key(transfer), new SiteId(receiver.getSite()));
    }
  }

  /** Says early what can't be read. */
  private void check(Submitted shuffle, List<Transfer> fresh) {
    List<Transfer> withFiles = fresh.stream().filter(Transfer::hasFile).toList();
    if (!withFiles.isEmpty()) {
      onFiles(() -> withFiles.forEach(transfer -> {
        try {
          source.check(transfer);
        } catch (IOException e) {
          owner.execute(() -> unreadable(shuffle, transfer, e.getMessage()));
        }
      }));
    }
  }

  private void unreadable(Submitted shuffle, Transfer transfer, String problem) {
    problems.add(TransferReport.newBuilder().setShuffle(shuffle.shuffle()).setReceiver(transfer.getReceiver())
        .addProblems(TransferProblem.newBuilder().setNumber(transfer.getNumber()).setProblem(problem)).build());
  }

  private void onFiles(Runnable task) {
    try {
      files.execute(task);
    } catch (RejectedExecutionException e) {
      log.debug("the agent is closing");
    }
  }

  // Sending

  @Override
  public Entry find(SegmentKey key) {
    Submitted shuffle = shuffles.get(key.job());
    Transfer transfer = shuffle == null ? null : shuffle.find(key);
    return transfer == null ? Entry.unreadable("no such transfer is known at its site")
        : new Entry(Submitted.NO_HANDLER, transfer.getBytes(), transfer.getBytes());
  }

  @Override
  public void read(Part part, Consumer<ByteBuf> whole, Consumer<String> problem) {
    Submitted shuffle = shuffles.get(part.key().job());
    Transfer transfer = shuffle == null ? null : shuffle.find(part.key());
    if (transfer == null) {
      owner.execute(() -> problem.accept("no such transfer"));
      return;
    }
    onFiles(() -> {
      try {
        ByteBuf bytes = source.read(transfer, part.start(), part.length());
        owner.execute(() -> whole.accept(bytes));
      } catch (IOException e) {
        owner.execute(() -> {
          unreadable(shuffle, transfer, e.getMessage());
          problem.accept(e.getMessage());
        });
      }
    });
  }

  /** The volumes of a shuffle here, if it is one of these. */
  public Optional<ShuffleReport> report(String id) {
    return Optional.ofNullable(shuffles.get(id)).filter(shuffle -> !shuffle.outgoing().isEmpty()).map(shuffle -> {
      int size = shuffle.receivers().keySet().stream().mapToInt(number -> number + 1).max().orElse(0);
      long[] bytes = new long[size];
      shuffle.outgoing().values().forEach(transfer -> bytes[transfer.getReceiver()] += transfer.getBytes());
      ShuffleReport.Builder report = ShuffleReport.newBuilder().setShuffle(id);
      for (long sum : bytes) {
        report.addBytesByReducer(sum);
      }
      return report.build();
    });
  }

  // Receiving

  @Override
  public Delivery delivery(Delivery.Listener listener, List<Transfer> transfers) {
    return new Delivery(listener, transfers, folders, files, owner);
  }

  @Override
  public void check(Delivery.Listener listener, List<Transfer> transfers) {
    List<Transfer> toFiles = transfers.stream().filter(transfer -> !transfer.getToFile().isEmpty()).toList();
    if (!toFiles.isEmpty()) {
      onFiles(() -> toFiles.forEach(transfer -> {
        try {
          folders.target(transfer.getToFile());
        } catch (IOException e) {
          owner.execute(() -> listener.problem(transfer, "cannot be delivered: " + e.getMessage()));
        }
      }));
    }
  }

  @Override
  public Optional<Fetch> fetch(List<SegmentKey> keys, SiteId from, Delivery into) {
    return inbox.fetch(keys, from, into);
  }

  @Override
  public long nowNanos() {
    return ticker.read();
  }

  /** Goes on with what waits. To be called every 100 ms. */
  public void tick() {
    shuffles.values().forEach(shuffle -> List.copyOf(shuffle.inbound().values()).forEach(Inbound::proceed));
  }

  /** Tells the controller what is news. To be called every 20 ms. */
  public void tell(Consumer<AgentReport> out) {
    shuffles.values().forEach(shuffle -> shuffle.inbound().values().forEach(receiver ->
        receiver.report().ifPresent(report -> out.accept(AgentReport.newBuilder().setTransfers(report).build()))));
    problems.forEach(report -> out.accept(AgentReport.newBuilder().setTransfers(report).build()));
    problems.clear();
  }

  /** Tells a new controller everything. */
  public void tellAll(Consumer<AgentReport> out) {
    for (Submitted shuffle : shuffles.values()) {
      report(shuffle.shuffle()).ifPresent(report -> {
        out.accept(AgentReport.newBuilder().setShuffle(report).build());
        PlacementReport.Builder placement = PlacementReport.newBuilder().setShuffle(shuffle.shuffle());
        shuffle.receivers().forEach((number, receiver) -> placement.putSiteByReducer(number, receiver.getSite()));
        out.accept(AgentReport.newBuilder().setPlacement(placement).build());
      });
      shuffle.inbound().values().forEach(Inbound::tellAgain);
    }
    tell(out);
  }

  /** A shuffle is over: what is not whole of it is removed. */
  public void drop(String id) {
    Submitted shuffle = shuffles.remove(id);
    if (shuffle != null) {
      shuffle.inbound().values().forEach(Inbound::cancel);
    }
  }

  /** Ends the thread of the files. */
  @Override
  public void close() {
    onFiles(() -> {
      try {
        source.close();
      } catch (IOException e) {
        log.warn("a file could not be closed: {}", e.getMessage());
      }
    });
    files.shutdown();
  }
}
