package dev.terra.agent.compress;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests when chunks are compressed. Threads and time are the test's. */
class CompressorTest {
  private static final int LENGTH = 10_000;
  private static final long MILLI = 1_000_000L;

  private final Deque<Runnable> owner = new ArrayDeque<>();
  private final Deque<Runnable> workers = new ArrayDeque<>();
  private final List<Compression> over = new ArrayList<>();
  private final CompressionChoice choice = new CompressionChoice(1);
  private long nanos;
  private final Ticker ticker = new Ticker() {
    @Override
    public long read() {
      return nanos;
    }
  };
  private final ProcessorBudget budget = new ProcessorBudget(1, 0);
  private final Compressor compressor = Compressor.on(budget, new Compressor.Threads(owner::add, workers::add, 2), ticker, null);

  private Compression add(byte[] bytes) {
    return add(Unpooled.wrappedBuffer(bytes));
  }

  private Compression add(ByteBuf bytes) {
    Compression[] added = new Compression[1];
    added[0] = compressor.add(bytes, new Compression.Order(choice, () -> over.add(added[0])));
    return added[0];
  }

  private void work() {
    while (!workers.isEmpty() || !owner.isEmpty()) {
      (workers.isEmpty() ? owner : workers).remove().run();
    }
  }

  @Test
  void chunksAreCompressedInTheirOrderSoManyAtOnce() {
    List<Compression> added = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      added.add(add(TestChunks.shrinking(LENGTH)));
    }
    compressor.run();
    assertThat(workers).hasSize(2);
    assertThat(added).extracting(each -> each.isRunning(MILLI, nanos)).containsExactly(true, true, false, false, false);
    nanos += MILLI;
    assertThat(added.get(0).isRunning(MILLI, nanos)).as("for no longer than it is worth waiting for").isFalse();
    work();
    assertThat(over).isEqualTo(added);
    assertThat(added).allSatisfy(each -> assertThat(each.chunk()).isPresent());
    added.forEach(each -> each.take().release());
    assertThat(added).allSatisfy(each -> assertThat(each.chunk()).isEmpty());
  }

  @Test
  void withoutABudgetNoneBegins() {
    budget.spend(200 * MILLI, nanos);
    Compression added = add(TestChunks.shrinking(LENGTH));
    compressor.run();
    assertThat(workers).isEmpty();
    nanos += 101 * MILLI;
    compressor.run();
    work();
    added.take().release();
  }

  @Test
  void anAbandonedChunkIsNotCompressedOrItsResultIsReleased() {
    ByteBuf bytes = Unpooled.directBuffer().writeBytes(TestChunks.shrinking(LENGTH));
    Compression first = add(bytes);
    Compression second = add(bytes);
    Compression third = add(bytes);
    compressor.run();
    first.abandon();
    third.abandon();
    work();
    assertThat(over).containsExactly(second);
    assertThat(first.chunk()).isEmpty();
    assertThat(third.chunk()).isEmpty();
    CompressedChunk made = second.chunk().orElseThrow();
    second.abandon();
    assertThat(made.payload().refCnt()).isZero();
    assertThat(bytes.refCnt()).isOne();
    bytes.release();
  }

  @Test
  void ofWhatCannotShrinkEightAreTried() {
    List<Compression> added = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      added.add(add(TestChunks.random(LENGTH)));
    }
    compressor.run();
    work();
    assertThat(over).hasSize(Shrinking.MOST_FRUITLESS);
    assertThat(added).allSatisfy(each -> assertThat(each.chunk()).isEmpty());
    assertThat(choice.chooseNext(nanos)).isFalse();
  }

  @Test
  void whatIsOffCompressesNothing() {
    assertThat(Compressor.off().isOn()).isFalse();
    assertThat(Compressor.off().use()).isEqualTo(new CompressionUse(0, 0, 0));
  }
}
