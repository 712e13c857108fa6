package dev.terra.leak;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that the check for leaks finds a leak. */
class LeaksTest {
  private final ResourceLeakDetector.Level usual = ResourceLeakDetector.getLevel();

  @BeforeEach
  void lookAtEveryBuffer() {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    Leaks.find();
  }

  @AfterEach
  void lookAsUsual() {
    ResourceLeakDetector.setLevel(usual);
  }

  @Test
  void allTestsLookAtEveryBuffer() {
    assertThat(usual).isEqualTo(ResourceLeakDetector.Level.PARANOID);
  }

  @Test
  void aBufferThatWasGivenUpIsFound() {
    giveUp();
    assertThat(Leaks.find()).hasSize(1);
    assertThat(Leaks.find()).as("found once").isEmpty();
  }

  private static void giveUp() {
    assertThat(PooledByteBufAllocator.DEFAULT.directBuffer(16).isReadable()).isFalse();
  }

  @Test
  void aBufferThatWasReleasedIsNoLeak() {
    assertThat(PooledByteBufAllocator.DEFAULT.directBuffer(16).release()).isTrue();
    assertThat(Leaks.find()).isEmpty();
  }
}
