package dev.terra.shuffle.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DirectBuffersTest {
  private final DirectBuffers buffers = new DirectBuffers();

  private ByteBuf read() {
    return buffers.ioBuffer(DirectBuffers.BUFFER_BYTES);
  }

  @Test
  void theBoundIsBelowWhatIsPromised() {
    assertThat((long) DirectBuffers.MAX_BUFFERS * DirectBuffers.BUFFER_BYTES).isEqualTo(48L << 20);
    assertThat(RelayServices.MAX_ACTIVE * (ReducerResponse.MAX_UNWRITTEN + 1)).isLessThanOrEqualTo(DirectBuffers.MAX_BUFFERS);
  }

  @Test
  void whatIsOneTooManyIsOnTheHeap() {
    List<ByteBuf> all = new ArrayList<>(IntStream.range(0, DirectBuffers.MAX_BUFFERS).mapToObj(number -> read()).toList());
    assertThat(all).allMatch(ByteBuf::isDirect);
    ByteBuf tooMany = read();
    assertThat(tooMany.isDirect()).isFalse();
    all.remove(0).release();
    all.add(tooMany);
    ByteBuf again = read();
    assertThat(again.isDirect()).isTrue();
    all.add(again);
    all.forEach(ByteBuf::release);
    assertThat(buffers.inUse()).isZero();
  }

  @Test
  void otherSizesAreOnTheHeap() {
    for (int size : new int[] {0, 1, 256, DirectBuffers.BUFFER_BYTES - 1, DirectBuffers.BUFFER_BYTES + 1}) {
      ByteBuf buffer = buffers.ioBuffer(size);
      assertThat(buffer.isDirect()).as("size %d", size).isFalse();
      buffer.release();
    }
    ByteBuf composite = buffers.compositeBuffer();
    assertThat(composite.isDirect()).isFalse();
    composite.release();
    assertThat(buffers.inUse()).isZero();
  }

  @Test
  void slicesHoldTheirBufferUntilTheLastIsReleased() {
    ByteBuf buffer = read().writeZero(DirectBuffers.BUFFER_BYTES);
    ByteBuf first = buffer.readRetainedSlice(10);
    ByteBuf second = buffer.readRetainedSlice(10);
    buffer.release();
    first.release();
    assertThat(buffers.inUse()).isEqualTo(1);
    second.release();
    assertThat(buffers.inUse()).isZero();
  }
}
