package dev.terra.agent.send;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import dev.terra.agent.control.PlaceRules;
import dev.terra.agent.pace.Rates;
import dev.terra.agent.stats.Events;
import dev.terra.agent.support.TestReplies;
import dev.terra.agent.tunnel.TestTunnels;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameType;
import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.QueuePlaces;
import dev.terra.api.v1.SegmentAck;
import dev.terra.api.v1.SegmentMeta;
import dev.terra.api.v1.SegmentRequest;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ReaderOrder;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

/**
 * Tests random residency of queues while tunnels fail and come back, under a controller whose rates ignore residency. No chunk of a shuffle
 * takes a path that the rules forbid, whether it is requested, pushed ahead or sent again, and a path that the rules allow is used.
 */
class ResidencyPropertiesTest {
  private static final SiteId B = new SiteId("B");
  private static final List<String> SITES = List.of("B", "C", "D", "E");
  private static final List<Path> PATHS = List.of(Path.of("A", "B"), Path.of("A", "C", "B"), Path.of("A", "D", "B"),
      Path.of("A", "C", "D", "B"), Path.of("A", "E", "B"));
  private static final List<String> QUEUES = List.of("eu", "pii", "free");
  private static final int LENGTH = 200_000;
  private static final int STEPS = 12;
  private static final int TICKS = 40;
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** One agent at A, with a tunnel for each path to B. */
  private static final class Agent {
    private final Random random;
    private final PlaceRules places = new PlaceRules();
    private final Map<ShuffleId, String> queues = new HashMap<>();
    private final Map<Path, EmbeddedChannel> channels = new LinkedHashMap<>();
    private final Map<Path, Tunnel> up = new HashMap<>();
    private final Map<Long, ShuffleId> described = new HashMap<>();
    private final List<ShuffleId> shuffles = new ArrayList<>();
    private Map<String, Set<String>> rules = Map.of();
    private long nanos;
    private final Ticker ticker = new Ticker() {
      @Override
      public long read() {
        return nanos;
      }
    };
    private final Pump pump;
    private final Outbox outbox;

    Agent(Random random) {
      this.random = random;
      places.follow(shuffle -> false, shuffle -> Optional.ofNullable(queues.get(shuffle)).map(queue -> new ShuffleDescriptor(
          shuffle, Optional.empty(), ReaderOrder.IN_TURN, false, new ShuffleDescriptor.Owner(queue, "ann"))));
      Rates rates = new Rates() {
        @Override
        public Map<Path, Double> of(Question question) {
          return nanos / TICK_NANOS / TICKS % 3 == 0 ? Map.of() : PATHS.stream().collect(Collectors.toMap(path -> path, path -> 300_000.0));
        }

        @Override
        public Set<Path> allowed(BundleId bundle, Set<Path> paths) {
          return places.allowed(bundle.shuffle(), paths);
        }
      };
      pump = VirtualLimiter.pump(new Pump.Supply(new SegmentSource() {
        @Override
        public void read(Part part, Reader reader) {
          reader.read(Bytes.of(Unpooled.buffer(part.length()).writeZero(part.length())));
        }
      }, rates), new SegmentAnswers(TestReplies.unread()), new Events(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC)), ticker);
      outbox = new Outbox(new SiteId("A"), new SegmentBook() {
        @Override
        public Entry find(SegmentCopy key) {
          return new Entry(new ServedAs("u", "m"), LENGTH, LENGTH);
        }

        @Override
        public Readers readers(ShuffleId shuffle) {
          return Readers.IN_TURN;
        }
      }, pump, ticker, 1_000);
    }

    /** Replaces the rules by random ones. Each queue but one may get a rule. */
    void rule() {
      rules = new HashMap<>();
      for (String queue : List.of("eu", "pii")) {
        Set<String> avoided = SITES.stream().filter(site -> random.nextInt(4) == 0).collect(Collectors.toSet());
        if (!avoided.isEmpty()) {
          rules.put(queue, avoided);
        }
      }
      places.replace(rules.entrySet().stream()
          .map(rule -> QueuePlaces.newBuilder().setQueue(rule.getKey()).addAllAvoided(rule.getValue()).build()).toList());
    }

    boolean mayTake(ShuffleId shuffle, Path path) {
      String queue = queues.get(shuffle);
      Set<String> avoided = new HashSet<>();
      rules.forEach((name, sites) -> avoided.addAll(queue == null || queue.equals(name) ? sites : Set.of()));
      return path.sites().stream().noneMatch(site -> avoided.contains(site.name()));
    }

    void begin() {
      ShuffleId shuffle = new ShuffleId("job_" + shuffles.size());
      shuffles.add(shuffle);
      if (random.nextInt(3) > 0) {
        queues.put(shuffle, QUEUES.get(random.nextInt(QUEUES.size())));
      }
      if (random.nextBoolean()) {
        outbox.push(SegmentCopy.first(shuffle, OutputId.of(0), 0, "10.0.0.1"), B);
      } else {
        request(shuffle);
      }
    }

    void request() {
      request(new ShuffleId("job_last"));
    }

    private void request(ShuffleId shuffle) {
      outbox.request(B, SegmentRequest.newBuilder().setShuffle(shuffle.value()).setPartition(0).setOriginIp("10.0.0.1")
          .addOutputs(OutputId.of(0).toMessage()).addWantedBytes(LENGTH).build());
    }

    void failOrMend() {
      for (Path path : PATHS) {
        Tunnel tunnel = up.get(path);
        if (tunnel == null) {
          mend(path);
        } else if (random.nextInt(3) == 0) {
          fail(path, tunnel);
        }
      }
    }

    /** Makes all tunnels fail and come back. */
    void mend() {
      Map.copyOf(up).forEach(this::fail);
      PATHS.forEach(this::mend);
    }

    private void mend(Path path) {
      EmbeddedChannel channel = new EmbeddedChannel();
      channels.put(path, channel);
      up.put(path, TestTunnels.on(channel, path, true, 9));
      outbox.tunnelUp(up.get(path));
    }

    private void fail(Path path, Tunnel tunnel) {
      up.remove(path);
      outbox.tunnelDown(tunnel);
      channels.remove(path).finishAndReleaseAll();
    }

    /** Runs for a while. Returns the shuffles of which anything was sent. */
    Set<ShuffleId> run() {
      Set<ShuffleId> sent = new HashSet<>();
      for (int i = 0; i < TICKS; i++) {
        nanos += TICK_NANOS;
        pump.refreshRates();
        pump.runDue();
        channels.forEach((path, channel) -> TestTunnels.sent(channel).forEach(frame -> sent(path, frame).ifPresent(sent::add)));
      }
      return sent;
    }

    private Optional<ShuffleId> sent(Path path, Frame frame) {
      if (frame.header().type() == FrameType.META) {
        SegmentMeta meta = frame.message(SegmentMeta.parser());
        described.put(meta.getSegment(), new ShuffleId(meta.getShuffle()));
      }
      if (frame.header().type() != FrameType.DATA) {
        return Optional.empty();
      }
      ShuffleId shuffle = described.get(frame.header().segment());
      assertThat(mayTake(shuffle, path)).as("%s of queue %s on %s under %s", shuffle, queues.get(shuffle), path, rules).isTrue();
      long start = frame.header().offset();
      if (random.nextInt(4) > 0) {
        outbox.ack(B, SegmentAck.newBuilder().addRanges(SegmentAck.Ranges.newBuilder().setSegment(frame.header().segment())
            .addBounds(start).addBounds(start + frame.header().length())).build());
      }
      return Optional.of(shuffle);
    }

    void end() {
      channels.values().forEach(EmbeddedChannel::finishAndReleaseAll);
    }
  }

  @Property(tries = 20)
  void noChunkTakesAPathThatTheRulesForbid(@ForAll @LongRange(max = 1_000_000) long seed) {
    Agent agent = new Agent(new Random(seed));
    try {
      for (int step = 0; step < STEPS; step++) {
        agent.rule();
        agent.begin();
        agent.failOrMend();
        agent.run();
      }
      agent.rules = Map.of();
      agent.places.replace(List.of());
      agent.mend();
      agent.request();
      assertThat(Stream.generate(agent::run).limit(3).flatMap(Set::stream)).as("without rules bytes flow").isNotEmpty();
    } finally {
      agent.end();
    }
  }
}
