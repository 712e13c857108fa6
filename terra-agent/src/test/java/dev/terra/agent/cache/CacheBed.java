package dev.terra.agent.cache;

import com.google.common.base.Ticker;
import com.google.common.primitives.Ints;
import com.google.protobuf.MessageLite;
import dev.terra.agent.config.SpoolConfig;
import dev.terra.agent.proof.ReaderProof;
import dev.terra.agent.proof.ShuffleKeys;
import dev.terra.agent.receive.FetchControl;
import dev.terra.agent.receive.FetchSink;
import dev.terra.agent.receive.Inbox;
import dev.terra.agent.spool.Spool;
import dev.terra.agent.stats.Events;
import dev.terra.agent.tunnel.Replies;
import dev.terra.agent.tunnel.TestTunnels;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.wire.Checksum;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameHeader;
import dev.terra.agent.wire.FrameType;
import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.agent.wire.SegmentId;
import dev.terra.api.proof.FetchProofs;
import dev.terra.api.proof.ShuffleKey;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.FetchRequest;
import dev.terra.api.v1.SegmentRequest;
import dev.terra.core.shares.SharePolicy;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;

/**
 * The cache of a site over its inbox, with a sender at A that sends what a test determines, and a clock. The bytes of a segment follow from
 * its name.
 */
final class CacheBed implements AutoCloseable {
  static final SiteId A = new SiteId("A");
  static final String ORIGIN = "10.0.0.1";
  private static final byte[] SECRET = "secret".getBytes(StandardCharsets.UTF_8);
  private static final Instant NOW = Instant.ofEpochSecond(1_000_000);
  private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

  /** The queues of the shuffles that are not named after their queue. */
  final Map<ShuffleId, String> queues = new LinkedHashMap<>();
  final Events events = new Events(CLOCK);
  final ShuffleKeys keys = new ShuffleKeys();
  /** The segments that A is requested to send, each with the number of bytes. */
  final Map<SegmentCopy, Long> asked = new LinkedHashMap<>();
  /** The requests that report to A which readers the cache serves. */
  final List<SegmentRequest> words = new ArrayList<>();
  final Inbox inbox;
  final SiteCache cache;
  private final Map<SegmentCopy, Long> numbers = new LinkedHashMap<>();
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final Tunnel tunnel = TestTunnels.on(channel, Path.of("A", "B"), false, 1);
  private final Spool spool;
  private final TestDisk disk;
  private long nanos = 1;
  long sentBytes;

  CacheBed(long capacityBytes) throws IOException {
    this(capacityBytes, null);
  }

  /** Creates a cache with a disk, which the bed closes; without a disk if {@code disk} is null. */
  CacheBed(long capacityBytes, TestDisk disk) throws IOException {
    this(capacityBytes, disk, shuffle -> true);
  }

  /** Creates a cache that keeps bytes of some shuffles only. */
  CacheBed(long capacityBytes, TestDisk disk, Predicate<ShuffleId> mayKeep) throws IOException {
    this.disk = disk;
    spool = Spool.open(new SpoolConfig(4 << 20, 0, Optional.empty()), Runnable::run);
    Ticker ticker = new Ticker() {
      @Override
      public long read() {
        return nanos;
      }
    };
    Replies replies = new Replies() {
      @Override
      public boolean send(SiteId site, FrameType type, MessageLite message) {
        if (message instanceof SegmentRequest request) {
          heard(request);
        }
        return true;
      }

      @Override
      public boolean reaches(SiteId site) {
        return true;
      }
    };
    inbox = new Inbox(new SiteId("B"), spool, replies, events, ticker);
    cache = new SiteCache(new CacheRoom(capacityBytes, disk == null ? null : disk.file, SharePolicy.HARE,
        shuffle -> queues.getOrDefault(shuffle, shuffle.value().replaceFirst("/.*", "")), mayKeep),
        inbox, replies, events, ticker);
  }

  private void heard(SegmentRequest request) {
    if (request.getFromCache()) {
      words.add(request);
      return;
    }
    for (int i = 0; i < request.getOutputsCount(); i++) {
      SegmentCopy copy = SegmentCopy.of(request, i);
      if (request.getWithdrawn()) {
        asked.remove(copy);
      } else {
        asked.merge(copy, request.getWantedBytes(i), Math::max);
      }
    }
  }

  static SegmentId id(String shuffle, int producer, int attempt) {
    return new SegmentId(new ShuffleId(shuffle), new OutputId(producer, attempt, 0, 0), 0, ORIGIN);
  }

  static byte[] content(SegmentId id) {
    Random random = new Random(id.hashCode());
    byte[] bytes = new byte[id.output().producer() % 5 == 4 ? 0 : random.nextInt(40_000) + 1];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Starts a fetch of a reader that proves itself with its job's secret, or with another secret. */
  Reader reader(List<SegmentId> ids, int index, boolean undecided, boolean ofJob) {
    Reader reader = new Reader(ids);
    FetchRequest request = FetchRequest.newBuilder().setShuffle(ids.get(0).shuffle().value()).setOriginIp(ORIGIN).build();
    byte[] secret = ofJob ? SECRET : "guess".getBytes(StandardCharsets.UTF_8);
    FetchRequest proved = request.toBuilder().setProof(FetchProofs.make(secret, request, 1, "reader", NOW)).build();
    reader.fetch = cache.fetch(new CacheRequest(ids, A, index, undecided), reader, ReaderProof.of(proved, keys, A, CLOCK));
    return reader;
  }

  /** Hands over the key of a shuffle, as A's handlers do. */
  void grant(String shuffle) {
    keys.put(new ShuffleId(shuffle), A, ShuffleKey.of(SECRET, shuffle, 1));
    inbox.granted(A);
  }

  /** Describes a segment, and sends some of its bytes, as A does. */
  void send(SegmentCopy copy, int start, int end) {
    byte[] content = content(copy.segment());
    long number = describe(copy, content);
    if (start < end) {
      byte[] payload = Arrays.copyOfRange(content, start, end);
      sentBytes += payload.length;
      inbox.data(tunnel, new Frame(new FrameHeader(FrameType.DATA, 1, number, start, end - start), payload, Checksum.of(payload)), true);
    }
  }

  private long describe(SegmentCopy copy, byte[] content) {
    long number = numbers.computeIfAbsent(copy, same -> (long) numbers.size());
    inbox.meta(tunnel, copy.describe().setSegment(number).setPartLength(content.length).setRawLength(content.length + 7L)
        .setCrc32C(Checksum.of(content)).build());
    return number;
  }

  /** Sends all segments that A has been requested to send. */
  void sendAll() {
    List.copyOf(asked.keySet()).forEach(copy -> {
      asked.remove(copy);
      send(copy, 0, content(copy.segment()).length);
    });
  }

  /** Reports a reason why A does not send a segment. */
  void refuse(SegmentCopy copy, boolean bypass) {
    asked.remove(copy);
    inbox.meta(tunnel, copy.describe().setProblem("its disk is gone").setBypassed(bypass).build());
  }

  /** Lets time pass, and does all that is done regularly. */
  void pass(long millis) {
    nanos += millis * 1_000_000;
    settle();
    inbox.flush();
    inbox.tick();
    cache.tick();
    TestTunnels.sent(channel);
  }

  /** Lets the disk do its pending work. */
  void settle() {
    if (disk != null) {
      disk.settle();
    }
  }

  @Override
  public void close() throws IOException {
    if (disk != null) {
      disk.close();
    }
    spool.close();
    channel.finishAndReleaseAll();
  }

  /** A reader that keeps the bytes and checksums that it gets. */
  static final class Reader implements FetchSink {
    final List<SegmentId> ids;
    final ByteArrayOutputStream body = new ByteArrayOutputStream();
    FetchControl fetch;
    boolean writable = true;
    /** The reader takes no more bytes once it has this many. */
    int fullAfterBytes = Integer.MAX_VALUE;
    boolean ended;
    boolean gone;
    boolean bypassed;
    String failure = "";
    long promised = -1;
    /** The last bytes that the reader was given, in the array that it shares with the cache. */
    byte[] last = new byte[0];

    Reader(List<SegmentId> ids) {
      this.ids = ids;
    }

    byte[] expected() {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      for (SegmentId id : ids) {
        byte[] content = content(id);
        all.writeBytes(content);
        all.writeBytes(Ints.toByteArray(Checksum.of(content)));
      }
      return all.toByteArray();
    }

    boolean isOver() {
      return ended || gone || !failure.isEmpty();
    }

    @Override
    public boolean takesChecksums() {
      return true;
    }

    @Override
    public boolean isWritable() {
      return writable && body.size() < fullAfterBytes;
    }

    @Override
    public void head(FetchHead head, long bodyBytes) {
      if (promised >= 0 || isOver()) {
        throw new AssertionError("a head after " + promised + ", " + failure);
      }
      promised = bodyBytes;
    }

    @Override
    public void bytes(byte[] data) {
      if (isOver()) {
        throw new AssertionError("bytes after the end");
      }
      body.writeBytes(data);
      last = data.length > Integer.BYTES ? data : last;
    }

    @Override
    public void end() {
      ended = true;
    }

    @Override
    public void fail(String reason) {
      failure = reason;
    }

    @Override
    public void bypassed(String reason) {
      bypassed = true;
      failure = reason;
    }

    @Override
    public void gone() {
      gone = true;
    }
  }
}
