package dev.terra.agent.pipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests which pipes may begin. */
class PipeBookTest {
  private static final PipeOrder OF_C = new PipeOrder(Path.of("A", "C", "B"), 2, 0);
  private static final PipeOrder OF_D = new PipeOrder(Path.of("A", "D", "B"), 2, 0);
  private static final long BEGUN = ProtocolTiming.PIPE_BEGUN.nanos();

  private final PipeBook book = new PipeBook(new Random(1));

  @Test
  void aNumberIsGoodOnceAndInTime() {
    PipeNumber number = book.promise(OF_C, 0);
    PipeNumber late = book.promise(OF_C, 0);
    assertThat(book.begin(new PipeNumber(number.high(), number.low() + 1), 1)).as("wrong").isEmpty();
    assertThat(book.begin(number, BEGUN - 1)).contains(OF_C);
    assertThat(book.begin(number, BEGUN - 1)).as("used").isEmpty();
    assertThat(book.begin(late, BEGUN)).as("late").isEmpty();
    assertThat(book.size()).isEqualTo(1);
    book.ended(OF_C);
    assertThat(book.size()).isZero();
  }

  @Test
  void whatOneNeighbourOrdersTakesNoRoomFromAnother() {
    for (int i = 0; i < PipeBook.MOST_WAITING; i++) {
      book.promise(OF_C, i);
    }
    assertThatThrownBy(() -> book.promise(OF_C, 1)).hasMessageContaining("C has ordered 1024 pipes here that it has not begun");
    assertThat(book.begin(book.promise(OF_D, 1), 2)).contains(OF_D);
    book.promise(OF_C, BEGUN);
    assertThatThrownBy(() -> book.promise(OF_C, BEGUN)).as("one was late").hasMessageContaining("has not begun");
  }

  @Test
  void aNeighbourHasABoundedNumberOfPipes() {
    for (int i = 0; i < PipeBook.MOST_PIPES; i++) {
      assertThat(book.begin(book.promise(OF_C, i), i)).isPresent();
    }
    assertThatThrownBy(() -> book.promise(OF_C, 1)).hasMessageContaining("C has 1024 pipes here");
    book.ended(OF_C);
    assertThat(book.begin(book.promise(OF_C, 1), 1)).isPresent();
  }

  @Test
  void aNumberIsToldAndShownAsItIs() {
    PipeNumber number = PipeNumber.draw(new Random(2));
    assertThat(PipeNumber.of(number.bytes())).isEqualTo(number);
    ByteBuf opening = number.opening(UnpooledByteBufAllocator.DEFAULT);
    assertThat(opening.readableBytes()).isEqualTo(PipeNumber.OPENING_BYTES);
    assertThat(opening.getInt(0)).isEqualTo(PipeNumber.MAGIC);
    assertThat(PipeNumber.read(opening)).isEqualTo(number);
    opening.release();
    assertThat(number.toString()).doesNotContain(Long.toString(number.high()));
    assertThatThrownBy(() -> PipeNumber.of(ByteString.copyFrom(new byte[15]))).hasMessageContaining("16 bytes, got 15");
  }

  @Test
  void anOrderIsOfTheSiteBefore() {
    SiteId c = new SiteId("C");
    PipeOrder first = PipeOrder.first(Path.of("A", "C", "D", "B"), 7);
    assertThat(PipeOrder.of(first.message().build(), c, new SiteId("A"))).isEqualTo(first);
    assertThat(first.previous()).isEqualTo(new SiteId("A"));
    assertThat(first.next()).contains(new SiteId("D"));
    assertThat(first.onwards().onwards().next()).isEmpty();
    assertThatThrownBy(() -> PipeOrder.of(first.message().build(), c, new SiteId("D"))).hasMessageContaining("expected D and C");
    assertThatThrownBy(() -> PipeOrder.of(first.message().setPlace(0).build(), c, new SiteId("A"))).hasMessageContaining("places -1 and 0");
    assertThatThrownBy(() -> PipeOrder.of(first.message().setPlace(9).build(), c, new SiteId("A"))).hasMessageContaining("places 8 and 9");
    assertThatThrownBy(() -> PipeOrder.of(first.message().clearPath().addPath("A").addPath("C").build(), c, new SiteId("A")))
        .hasMessageContaining("3 to 64 sites, got 2");
    assertThat(new PipeOrder(first.path(), 1, -5).bufferBytes()).isZero();
    assertThat(new PipeOrder(first.path(), 1, Integer.MAX_VALUE).bufferBytes()).isEqualTo(128 << 20);
  }
}
