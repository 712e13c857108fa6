package dev.terra.agent.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.DefaultEventLoop;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BeatTest {
  private final DefaultEventLoop loop = new DefaultEventLoop();
  private final Beat beat = new Beat();

  @AfterEach
  void stop() throws InterruptedException {
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).await();
  }

  @Test
  void aTickThatThrowsEndsNeitherItselfNorTheOthersOfItsLoop() throws InterruptedException {
    CountDownLatch failing = new CountDownLatch(3);
    CountDownLatch other = new CountDownLatch(3);
    loop.execute(() -> {
      beat.add(loop, () -> {
        failing.countDown();
        throw new IllegalStateException("a tick of a test");
      });
      beat.add(loop, other::countDown);
    });

    assertThat(failing.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(other.await(20, TimeUnit.SECONDS)).isTrue();
  }
}
