package dev.terra.agent.virtual;

import com.google.common.base.Ticker;
import com.google.protobuf.MessageLite;
import dev.terra.agent.compress.Compressor;
import dev.terra.agent.compress.ProcessorBudget;
import dev.terra.agent.compress.Restorer;
import dev.terra.agent.config.SpoolConfig;
import dev.terra.agent.proof.ReaderProof;
import dev.terra.agent.receive.Credits;
import dev.terra.agent.receive.Inbox;
import dev.terra.agent.send.Outbox;
import dev.terra.agent.send.Pump;
import dev.terra.agent.send.Readers;
import dev.terra.agent.send.SegmentAnswers;
import dev.terra.agent.send.SegmentBook;
import dev.terra.agent.send.SegmentSource;
import dev.terra.agent.send.VirtualLimiter;
import dev.terra.agent.spool.Spool;
import dev.terra.agent.stats.Events;
import dev.terra.agent.support.TestReplies;
import dev.terra.agent.tunnel.Replies;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameType;
import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.AheadCredit;
import dev.terra.api.v1.SegmentAck;
import dev.terra.api.v1.SegmentMeta;
import dev.terra.api.v1.SegmentRequest;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The sending books of a site A, the receiving books of a site B, and four paths between them, on one thread and with one seed. */
final class VirtualWan implements AutoCloseable {
  static final List<Path> PATHS = List.of(Path.of("A", "B"), Path.of("A", "C", "B"), Path.of("A", "D", "B"),
      Path.of("A", "C", "D", "B"));
  private static final SiteId B = new SiteId("B");
  private static final ShuffleId SHUFFLE = new ShuffleId("job_1_1");
  private static final String ORIGIN = "10.0.0.1";
  private static final long DETECT_MILLIS = 1_000;
  /** The time after which lines find a link silent. They then report it along the path to both ends. */
  private static final long SILENT_MILLIS = 500;
  private static final int TOLD_MILLIS = 200;
  /** The longest compression of a chunk. It is longer than a chunk that is to be sent waits for its compression. */
  private static final int MOST_COMPRESSING_MILLIS = 30;

  private final VirtualTime time = new VirtualTime();
  private final Random random;
  private final Map<SegmentCopy, byte[]> contents = new HashMap<>();
  private final Map<Path, Double> rates = new HashMap<>();
  private final Map<Path, VirtualTunnel> tunnels = new HashMap<>();
  private final Set<VirtualTunnel> silent = new HashSet<>();
  private final List<VirtualTunnel> all = new ArrayList<>();
  private final List<VirtualReader> readers = new ArrayList<>();
  private final List<Spool> spools = new ArrayList<>();
  private final long[] sessions = {1, 1};
  private final LeapingTicker senderTicker = new LeapingTicker();
  private final LeapingTicker receiverTicker = new LeapingTicker();
  private final WallClock wallClock = new WallClock();
  private final SegmentBook book = new SegmentBook() {
    @Override
    public Entry find(SegmentCopy key) {
      byte[] content = contents.get(key);
      return content == null ? Entry.unreadable("unknown") : new Entry(new ServedAs("u", "m"), content.length, content.length);
    }

    @Override
    public Readers readers(ShuffleId shuffle) {
      return readersOrder;
    }
  };
  private final Events events = new Events(wallClock);
  private final Readers readersOrder;
  private final boolean compresses;
  private final Set<Runnable> compressing = new LinkedHashSet<>();
  private final Restorer restorer = Restorer.on(new ProcessorBudget(1, 0), receiverTicker);
  private Pump pump;
  private Outbox outbox;
  private Spool spool;
  private Inbox inbox;
  private Credits credits;

  /** The monotonic clock of one side. Only this side notices when its machine has slept. */
  private final class LeapingTicker extends Ticker {
    private long sleptNanos;

    @Override
    public long read() {
      return time.read() + sleptNanos;
    }
  }

  /** The wall clock, which may be set forwards and backwards. */
  private final class WallClock extends Clock {
    private long setMillis;

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(TimeUnit.NANOSECONDS.toMillis(time.read()) + setMillis);
    }
  }

  VirtualWan(Random random) throws IOException {
    this.random = random;
    this.readersOrder = random.nextBoolean() ? Readers.IN_ORDER : Readers.IN_TURN;
    this.compresses = random.nextBoolean();
    startSender();
    startReceiver();
    for (Path path : PATHS) {
      rates.put(path, 3e5 + random.nextInt(2_000_000));
      open(path);
    }
    time.every(5, () -> pump.runDue());
    time.every(20, () -> inbox.flush());
    time.every(50, () -> credits.tick(inbox.takeExpected(), spool.freeAheadBytes(), receiverTicker.read()));
    time.every(100, () -> {
      pump.refreshRates();
      inbox.tick();
    });
    time.every(1_000, () -> outbox.tick());
  }

  private void startSender() {
    SegmentSource source = (part, reader) -> {
      byte[] bytes = Arrays.copyOfRange(contents.get(part.key()), (int) part.start(), (int) part.start() + part.length());
      Pump asked = pump;
      time.after(1 + random.nextInt(5), () -> {
        if (asked == pump) {
          reader.read(SegmentSource.Bytes.of(Unpooled.wrappedBuffer(bytes)));
        }
      });
    };
    SegmentAnswers answers = new SegmentAnswers(TestReplies.to((site, type, meta) -> send(true, type, meta)));
    pump = VirtualLimiter.pump(new Pump.Supply(source, question -> rates, compressor()), answers, events, senderTicker);
    outbox = new Outbox(new SiteId("A"), book, pump, senderTicker, random.nextLong());
    contents.keySet().stream().sorted(java.util.Comparator.comparing(SegmentCopy::toString)).forEach(key -> outbox.push(key, B));
  }

  private Compressor compressor() {
    return compresses ? Compressor.on(new ProcessorBudget(1, senderTicker.read()), new Compressor.Threads(
        task -> later(0, task), task -> later(random.nextInt(MOST_COMPRESSING_MILLIS), task), 2), senderTicker, null)
        : Compressor.off();
  }

  /** Runs a task of a compressing thread after some time, or when the network is closed, since the task holds buffers. */
  private void later(long millis, Runnable task) {
    compressing.add(task);
    time.after(millis, () -> {
      if (compressing.remove(task)) {
        task.run();
      }
    });
  }

  private void startReceiver() throws IOException {
    spool = Spool.open(new SpoolConfig(SpoolConfig.MIN_MEMORY_BYTES, 0, Optional.empty()), Runnable::run);
    spools.add(spool);
    Replies replies = new Replies() {
      @Override
      public boolean send(SiteId site, FrameType type, MessageLite message) {
        return VirtualWan.this.send(false, type, message);
      }

      @Override
      public boolean reaches(SiteId site) {
        return !tunnels.isEmpty();
      }
    };
    inbox = new Inbox(B, spool, replies, events, receiverTicker);
    credits = new Credits(replies);
  }

  private boolean send(boolean fromSender, FrameType type, MessageLite message) {
    Optional<VirtualTunnel> any = PATHS.stream().map(tunnels::get).filter(tunnel -> tunnel != null)
        .min(Comparator.comparing(silent::contains));
    any.ifPresent(tunnel -> (fromSender ? tunnel.near() : tunnel.far()).send(type, message));
    return any.isPresent();
  }

  private void open(Path path) {
    VirtualTunnel tunnel = new VirtualTunnel(time, random, path, 5 + random.nextInt(100), sessions.clone());
    all.add(tunnel);
    tunnels.put(path, tunnel);
    outbox.tunnelUp(tunnel.near());
  }

  private void arrived(Tunnel tunnel, Frame frame) {
    switch (frame.header().type()) {
      case DATA -> inbox.data(tunnel, frame, frame.intact());
      case COMPRESSED -> arrived(tunnel, restorer.restored(frame));
      case META -> inbox.meta(tunnel, frame.message(SegmentMeta.parser()));
      case ACK -> outbox.ack(B, frame.message(SegmentAck.parser()));
      case REQUEST -> outbox.request(B, frame.message(SegmentRequest.parser()));
      case CREDIT -> outbox.credit(B, frame.message(AheadCredit.parser()));
      default -> throw new AssertionError("unexpected " + frame.header());
    }
  }

  VirtualTime time() {
    return time;
  }

  /** Adds a segment to the shuffle. The segment may be pushed at once. */
  SegmentCopy segment(int map, int reduce, int bytes) {
    SegmentCopy key = SegmentCopy.first(SHUFFLE, OutputId.of(map), reduce, ORIGIN);
    byte[] content = new byte[bytes];
    random.nextBytes(content);
    for (int i = 0; compresses && i < bytes; i++) {
      content[i] &= 0x0f;
    }
    contents.put(key, content);
    outbox.push(key, B);
    return key;
  }

  /** Adds a reducer that begins to read after some time. */
  void reader(List<SegmentCopy> keys, long startMillis) {
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    keys.forEach(key -> expected.writeBytes(contents.get(key)));
    List<Integer> lengths = keys.stream().map(key -> contents.get(key).length).toList();
    VirtualReader reader = new VirtualReader(time, keys, lengths, expected.toByteArray());
    readers.add(reader);
    SiteId source = new SiteId("A");
    time.after(startMillis, () -> reader.start((taken, sink) ->
        inbox.fetch(keys, taken, source, sink, ReaderProof.notNeeded(source))));
  }

  List<VirtualReader> readers() {
    return readers;
  }

  /** Makes a path's tunnel swallow everything. Both ends notice this at their own times, and the tunnel is opened again some time later. */
  void cut(Path path) {
    VirtualTunnel tunnel = tunnels.get(path);
    if (tunnel == null || tunnel.isCut()) {
      return;
    }
    tunnel.cut();
    time.after(random.nextInt((int) DETECT_MILLIS), () -> {
      if (tunnels.remove(path, tunnel)) {
        tunnel.near().close("cut");
        tunnel.far().close("cut");
        outbox.tunnelDown(tunnel.near());
        inbox.tunnelsChanged(new SiteId("A"));
        time.after(100 + random.nextInt(3_000), () -> {
          if (!tunnels.containsKey(path)) {
            open(path);
          }
        });
      }
    });
  }

  /**
   * Makes a link in the middle of a path silent for a while, without a loss. Lines along the path report to the sending end that the link
   * is silent, and later that bytes arrive over it again.
   */
  void silence(Path path, long millis) {
    VirtualTunnel tunnel = tunnels.get(path);
    if (tunnel == null || tunnel.isCut()) {
      return;
    }
    tunnel.hold(time.read() + TimeUnit.MILLISECONDS.toNanos(millis));
    time.after(SILENT_MILLIS + random.nextInt(TOLD_MILLIS), () -> {
      if (tunnels.get(path) == tunnel && silent.add(tunnel)) {
        outbox.tunnelDown(tunnel.near());
      }
    });
    time.after(Math.max(millis, SILENT_MILLIS + TOLD_MILLIS) + random.nextInt(TOLD_MILLIS), () -> {
      if (silent.remove(tunnel) && tunnels.get(path) == tunnel) {
        outbox.tunnelUp(tunnel.near());
      }
    });
  }

  void mishap(Path path, VirtualTunnel.Mishap mishap) {
    Optional.ofNullable(tunnels.get(path)).ifPresent(tunnel -> tunnel.mishap(mishap));
  }

  /** Takes a path's rate away, and gives it back later. */
  void preempt(Path path, long millis) {
    double before = rates.put(path, 0.0);
    time.after(millis, () -> rates.put(path, before > 0 ? before : 1e6));
  }

  /** Restarts the sending agent, which then has nothing but the outputs of its handlers. */
  void restartSender() {
    sessions[0]++;
    outbox.close();
    PATHS.forEach(path -> loseAtOnce(path, false));
    startSender();
    PATHS.forEach(path -> time.after(200 + random.nextInt(800), () -> reopen(path)));
  }

  /** Restarts the receiving agent, which then is empty. */
  void restartReceiver() {
    sessions[1]++;
    PATHS.forEach(path -> loseAtOnce(path, true));
    try {
      startReceiver();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    readers.forEach(reader -> reader.reset(random.nextBoolean()));
    PATHS.forEach(path -> time.after(200 + random.nextInt(800), () -> reopen(path)));
  }

  private void loseAtOnce(Path path, boolean senderLives) {
    VirtualTunnel tunnel = tunnels.remove(path);
    if (tunnel != null) {
      tunnel.cut();
      tunnel.near().close("the other end died");
      if (senderLives) {
        outbox.tunnelDown(tunnel.near());
      } else {
        inbox.tunnelsChanged(new SiteId("A"));
      }
    }
  }

  private void reopen(Path path) {
    if (!tunnels.containsKey(path)) {
      open(path);
    }
  }

  /** Makes the monotonic clock of the sender's or the receiver's machine leap forwards, as when the machine has slept. */
  void leap(boolean sender, long millis) {
    (sender ? senderTicker : receiverTicker).sleptNanos += TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** Sets the wall clock forwards or backwards. */
  void setWallClock(long byMillis) {
    wallClock.setMillis += byMillis;
  }

  /** Runs until all readers have everything. Returns whether they have it before the deadline. */
  boolean run(long deadlineSeconds) {
    return time.runUntil(() -> {
      List.copyOf(tunnels.values()).forEach(tunnel -> tunnel.carry(this::arrived));
      return readers.stream().allMatch(VirtualReader::done);
    }, deadlineSeconds);
  }

  /** Returns the progress in the books of the sending side. */
  String progress() {
    return outbox.progress().toString();
  }

  @Override
  public void close() throws IOException {
    outbox.close();
    while (!compressing.isEmpty()) {
      Runnable task = compressing.iterator().next();
      compressing.remove(task);
      task.run();
    }
    all.forEach(VirtualTunnel::close);
    for (Spool each : spools) {
      each.close();
    }
  }
}
