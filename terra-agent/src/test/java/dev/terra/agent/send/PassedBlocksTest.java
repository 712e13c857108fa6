package dev.terra.agent.send;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import dev.terra.agent.compress.CompressionChoice;
import dev.terra.agent.compress.Compressor;
import dev.terra.agent.compress.ProcessorBudget;
import dev.terra.agent.tunnel.TestTunnels;
import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests how much is held of what was read while the first blocks are being compressed for long and the others pass them. */
class PassedBlocksTest {
  private static final ShuffleId SHUFFLE = new ShuffleId("job_1_1");
  private static final SiteId B = new SiteId("B");
  private static final Path DIRECT = Path.of("A", "B");
  private static final int MIB = 1 << 20;
  private static final int LENGTH = 64 * MIB;
  /** The bytes of two blocks. */
  private static final int FIRST = 2 * (256 << 10);
  private static final long NOW = 0;
  private static final Ticker TICKER = new Ticker() {
    @Override
    public long read() {
      return NOW;
    }
  };

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final Windows windows = new Windows();
  private final Deque<Runnable> workers = new ArrayDeque<>();
  private final List<ByteBuf> reads = new ArrayList<>();
  private final OutBundle bundle = new OutBundle(new BundleId(SHUFFLE, new SiteId("A"), B), Readers.NONE, new CompressionChoice(1),
      rate -> permits -> true, TICKER);
  private final Lane lane = bundle.lane(Urgency.REQUESTED);
  private final Compressor compressor = Compressor.on(new ProcessorBudget(1, NOW), new Compressor.Threads(Runnable::run, workers::add, 2),
      TICKER, null);
  private final ReadAhead readAhead = new ReadAhead(new SegmentSource() {
    @Override
    public void read(Part part, Reader reader) {
      ByteBuf data = Unpooled.buffer(part.length()).writeZero(part.length());
      reads.add(data);
      reader.read(Bytes.of(data));
    }
  }, new BlockCutter(compressor, new BlockCutter.Permits(windows, question -> Map.of()), TICKER, ready -> {}), new ReadAhead.Outcome() {
    @Override
    public void ready(OutBundle ready) {
      // the test sends
    }

    @Override
    public void unreadable(OutBundle of, OutSegment segment, String why) {
      throw new AssertionError(why);
    }
  });

  PassedBlocksTest() {
    windows.add(TestTunnels.on(channel, DIRECT, true, 9));
    bundle.pacing().rates(Map.of(DIRECT, 125e6), Set.of(DIRECT), NOW);
  }

  @AfterEach
  void close() {
    readAhead.drop(bundle);
    work();
    channel.finishAndReleaseAll();
    assertThat(reads).as("all is released").allMatch(read -> read.refCnt() == 0);
  }

  private void work() {
    while (!workers.isEmpty()) {
      workers.remove().run();
    }
  }

  private OutSegment want(int number, int bytes) {
    OutSegment segment = new OutSegment(new OutSegmentId(bundle.id(), number), SegmentCopy.first(SHUFFLE, OutputId.of(number), 1, "a"),
        new SegmentBook.Entry(new SegmentBook.ServedAs("u", "m"), bytes, bytes));
    segment.want(bytes);
    bundle.queue(segment, false);
    return segment;
  }

  /** Sends the next block uncompressed. Returns how many bytes it has. */
  private int sendOne() {
    assertThat(readAhead.prepare(lane, NOW)).isTrue();
    Block next = lane.nextReady(NOW).orElseThrow();
    int length = next.left();
    next.cut(length).bytes().release();
    readAhead.sent(lane, next, length);
    return length;
  }

  private long heldBytes() {
    return reads.stream().filter(read -> read.refCnt() > 0).mapToLong(ByteBuf::capacity).sum();
  }

  @Test
  void whatIsHeldStaysWithinWhatIsReadAhead() {
    want(1, LENGTH);
    readAhead.fill(bundle);
    assertThat(workers).as("are being compressed").hasSize(2);
    long first = lane.readAheadBytes();
    for (int sent = 0; sent < LENGTH / 2; sent += sendOne()) {
      readAhead.fill(bundle);
      assertThat(heldBytes()).as("after %d bytes, with the read of the first blocks and that of the next one", sent)
          .isLessThanOrEqualTo(first + 2 * MIB);
    }
    assertThat(lane.readAheadBytes()).as("the first blocks count").isGreaterThan(0);
  }

  @Test
  void whatIsWithdrawnBehindABlockThatIsPassedIsDropped() {
    want(1, FIRST);
    OutSegment second = want(2, MIB);
    readAhead.fill(bundle);
    assertThat(workers).hasSize(2);
    assertThat(lane.readAheadBytes()).isEqualTo(FIRST + MIB);
    second.withdraw();
    assertThat(readAhead.prepare(lane, NOW)).as("what is being compressed is left").isTrue();
    assertThat(lane.readAheadBytes()).isEqualTo(FIRST);
    assertThat(heldBytes()).isEqualTo(FIRST);
  }

  @Test
  void nothingCountsOnceAllHasGone() {
    want(1, 3 * MIB);
    for (int sent = 0; sent < 3 * MIB - FIRST; sent += sendOne()) {
      readAhead.fill(bundle);
    }
    assertThat(lane.readAheadBytes()).as("what is being compressed").isEqualTo(FIRST);
    work();
    sendOne();
    sendOne();
    assertThat(lane.readAheadBytes()).isZero();
    assertThat(bundle.hasWork()).isFalse();
    assertThat(heldBytes()).isZero();
  }
}
