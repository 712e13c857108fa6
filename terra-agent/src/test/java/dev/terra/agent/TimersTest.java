package dev.terra.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.DefaultEventLoop;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TimersTest {
  private final DefaultEventLoop loop = new DefaultEventLoop();
  private final BlockingQueue<Throwable> ends = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> beats = new LinkedBlockingQueue<>();

  @AfterEach
  void stop() {
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private Timers timers(Runnable task) {
    return new Timers(loop, new Timers.Work() {
      @Override
      public List<Timers.Task> tasks() {
        return List.of(new Timers.Task(1, task));
      }

      @Override
      public long sendDue() {
        return 0;
      }

      @Override
      public boolean hasToSend() {
        return false;
      }

      @Override
      public boolean hasReaders() {
        return false;
      }
    }, ends::add);
  }

  @Test
  void aTaskThatFailsIsTriedAgain() throws InterruptedException {
    timers(() -> {
      beats.add("beat");
      throw new IllegalStateException("this time");
    }).start();

    for (int i = 0; i < 3; i++) {
      assertThat(beats.poll(10, TimeUnit.SECONDS)).isNotNull();
    }
    assertThat(ends).isEmpty();
  }

  @Test
  void anErrorEndsTheAgentInsteadOfItsBeatsAlone() throws InterruptedException {
    timers(() -> {
      throw new NoClassDefFoundError("a jar was replaced");
    }).start();

    assertThat(ends.poll(10, TimeUnit.SECONDS)).isInstanceOf(NoClassDefFoundError.class);
  }

  @Test
  void anAgentThatIsClosingIsLeftToClose() throws InterruptedException {
    timers(() -> {
      beats.add("beat");
      assertThat(loop.shutdownGracefully(0, 1, TimeUnit.SECONDS)).isNotNull();
      throw new NoClassDefFoundError("closing");
    }).start();

    assertThat(beats.poll(10, TimeUnit.SECONDS)).isNotNull();
    assertThat(loop.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    assertThat(ends).isEmpty();
  }
}
