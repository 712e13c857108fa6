package dev.terra.agent.send;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import dev.terra.agent.compress.Compression;
import dev.terra.agent.compress.CompressionChoice;
import dev.terra.agent.compress.Compressor;
import dev.terra.agent.compress.ProcessorBudget;
import dev.terra.agent.pace.Pacer;
import dev.terra.agent.send.ChunkChooser.Choice;
import dev.terra.agent.send.ChunkChooser.Next;
import dev.terra.agent.send.ChunkChooser.Verdict;
import dev.terra.agent.tunnel.TestTunnels;
import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.core.range.ByteRanges.ByteRange;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests, for given lanes, windows, credit and a pacer, which block is sent, in which window and how much of it, or what is in the way. */
class ChunkChooserTest {
  private static final ShuffleId SHUFFLE = new ShuffleId("job_1_1");
  private static final Path DIRECT = Path.of("A", "B");
  private static final int LENGTH = 1 << 20;
  private static final double RATE = 1e6;
  /** What a bundle sends at once at that rate: the bytes of 20 ms. */
  private static final int CHUNK = 20_000;
  private static final long NOW = 1;

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final OutBundle bundle = new OutBundle(
      new BundleId(SHUFFLE, new SiteId("A"), new SiteId("B")), Readers.IN_TURN, new CompressionChoice(1), rate -> permits -> true,
      Ticker.systemTicker());
  private final PathWindows path = new PathWindows(DIRECT, new UnderWay());
  private final TunnelWindow window = path.add(TestTunnels.on(channel, DIRECT, true, 9));
  private int segments;

  ChunkChooserTest() {
    path.rate(RATE);
    rate(RATE);
  }

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  private void rate(double bytesPerSecond) {
    bundle.pacing().rates(Map.of(DIRECT, bytesPerSecond), Set.of(DIRECT), 0);
  }

  private Pacer pacer() {
    return bundle.pacing().paced().getOrDefault(DIRECT, bundle.pacing().floor());
  }

  /** Returns a block of this many bytes that was read. */
  private Block read(Urgency urgency, int bytes) {
    int number = segments++;
    OutSegment segment = new OutSegment(new OutSegmentId(bundle.id(), number), SegmentCopy.first(SHUFFLE, OutputId.of(number), 1, "a"),
        new SegmentBook.Entry(new SegmentBook.ServedAs("u", "m"), LENGTH, LENGTH));
    if (urgency == Urgency.REQUESTED) {
      segment.want(LENGTH);
    } else {
      segment.push();
    }
    Block block = new Block(segment, 0, Unpooled.buffer(bytes).writeZero(bytes), 0);
    bundle.lane(urgency).ready(block);
    return block;
  }

  private InFlight underWay(int bytes) {
    InFlight chunk = new InFlight(new InFlight.Part(new OutSegmentId(bundle.id(), 99), new ByteRange(0, bytes), bytes),
        Urgency.REQUESTED, window.tunnel(), NOW);
    window.add(chunk);
    return chunk;
  }

  /** Returns what is chosen once the pacer's phase has passed. Asserts that choosing changes nothing. */
  private Choice choose(Urgency least) {
    long now = NOW + pacer().waitNanos(NOW);
    Choice choice = ChunkChooser.choose(bundle, path, pacer(), least, now);
    assertThat(ChunkChooser.choose(bundle, path, pacer(), least, now)).isEqualTo(choice);
    return choice;
  }

  private Choice choose() {
    return choose(Urgency.AHEAD);
  }

  @Test
  void whatIsRequestedGoesBeforeWhatIsAheadThoughThatWasReadFirst() {
    read(Urgency.AHEAD, LENGTH);
    bundle.credit().grant(LENGTH);
    Block requested = read(Urgency.REQUESTED, LENGTH);

    assertThat(choose()).isEqualTo(new Choice(Verdict.SEND, new Next(Urgency.REQUESTED, requested, window, CHUNK, CHUNK)));
  }

  @Test
  void withoutARequestWhatIsAheadGoesAsFarAsTheCreditLasts() {
    Block ahead = read(Urgency.AHEAD, LENGTH);
    bundle.credit().grant(CHUNK - 1);
    assertThat(choose()).isEqualTo(new Choice(Verdict.SEND, new Next(Urgency.AHEAD, ahead, window, CHUNK - 1, CHUNK - 1)));

    bundle.credit().launched(CHUNK - Pacer.MIN_CHUNK_BYTES);
    assertThat(choose().verdict()).isEqualTo(Verdict.NO_CREDIT);
  }

  @Test
  void requestedBytesNeedNoCredit() {
    read(Urgency.REQUESTED, LENGTH);
    assertThat(choose().verdict()).isEqualTo(Verdict.SEND);
  }

  @Test
  void aFloorIsForRequestedBytesOnly() {
    read(Urgency.AHEAD, LENGTH);
    bundle.credit().grant(LENGTH);
    assertThat(choose(Urgency.REQUESTED).verdict()).isEqualTo(Verdict.NOTHING_READ);
    assertThat(choose(Urgency.AHEAD).verdict()).isEqualTo(Verdict.SEND);
  }

  @Test
  void theLastOfABlockGoesAsOneShortChunk() {
    Block block = read(Urgency.REQUESTED, 100);
    assertThat(choose()).isEqualTo(new Choice(Verdict.SEND, new Next(Urgency.REQUESTED, block, window, 100, 100)));
  }

  @Test
  void aPathWithoutARateSendsNothing() {
    rate(0);
    read(Urgency.REQUESTED, LENGTH);
    assertThat(choose().verdict()).isEqualTo(Verdict.NO_RATE);
  }

  @Test
  void whereNoWindowHasRoomNothingGoesUntilSomethingIsAcknowledged() {
    read(Urgency.REQUESTED, LENGTH);
    InFlight much = underWay(10 * LENGTH);
    assertThat(choose().verdict()).isEqualTo(Verdict.NO_ROOM);

    window.remove(much);
    assertThat(choose().verdict()).isEqualTo(Verdict.SEND);
  }

  @Test
  void ofSeveralConnectionsTheOneWithTheLeastUnderWayIsTaken() {
    EmbeddedChannel second = new EmbeddedChannel();
    TunnelWindow other = path.add(TestTunnels.on(second, DIRECT, true, 9));
    path.rate(RATE);
    read(Urgency.REQUESTED, LENGTH);
    underWay(CHUNK);

    assertThat(choose().next().window()).isEqualTo(other);
    second.finishAndReleaseAll();
  }

  /** If the block were sent uncompressed, the work that was done to compress it would be in vain. */
  @Test
  void othersPassABlockThatIsBeingCompressedAndItIsWaitedForOnlyWhereThereAreNone() {
    long begin = NOW + pacer().waitNanos(NOW);
    List<Runnable> workers = new ArrayList<>();
    Block block = read(Urgency.REQUESTED, CHUNK);
    Compressor compressor = Compressor.on(new ProcessorBudget(1, begin), new Compressor.Threads(Runnable::run, workers::add, 1),
        new Ticker() {
          @Override
          public long read() {
            return begin;
          }
        }, null);
    block.compressedBy(compressor.add(block.plain(), new Compression.Order(bundle.compression(), () -> { })));
    compressor.run();

    assertThat(chooseAfter(begin, 19).verdict()).isEqualTo(Verdict.COMPRESSING);
    assertThat(chooseAfter(begin, 20).next().block()).as("it has been waited for").isEqualTo(block);
    Block second = read(Urgency.REQUESTED, CHUNK);
    assertThat(chooseAfter(begin, 20).next().block()).isEqualTo(second);
    assertThat(chooseAfter(begin, 499).next().block()).isEqualTo(second);
    assertThat(chooseAfter(begin, 500).next().block()).as("it has been passed for too long").isEqualTo(block);
    workers.forEach(Runnable::run);
    assertThat(chooseAfter(begin, 1).next().isCompressed()).isTrue();
    block.release();
  }

  private Choice chooseAfter(long begin, long millis) {
    return ChunkChooser.choose(bundle, path, pacer(), Urgency.AHEAD, begin + TimeUnit.MILLISECONDS.toNanos(millis));
  }

  @Test
  void whatWasSentHasToBePaidForFirst() {
    read(Urgency.REQUESTED, LENGTH);
    long begin = NOW + pacer().waitNanos(NOW);
    assertThat(pacer().tryAcquire(CHUNK, begin)).isTrue();
    pacer().blocked(begin);

    assertThat(ChunkChooser.choose(bundle, path, pacer(), Urgency.AHEAD, begin).verdict()).isEqualTo(Verdict.NOT_YET);
    long paid = begin + pacer().waitNanos(begin);
    assertThat(paid - begin).isEqualTo((long) (CHUNK / RATE * 1e9));
    assertThat(ChunkChooser.choose(bundle, path, pacer(), Urgency.AHEAD, paid).verdict()).isEqualTo(Verdict.SEND);
  }
}
