package dev.terra.agent.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** How long a thread has waited for a core. */
class CoreWaitTest {
  @Test
  void theSecondNumberIsTheWait() {
    assertThat(CoreWait.waited("40092859 88607038 55\n")).hasValue(88_607_038);
    assertThat(CoreWait.waited("")).isEqualTo(OptionalLong.empty());
    assertThat(CoreWait.waited("1 x 2")).isEqualTo(OptionalLong.empty());
  }

  @Test
  void threadsThatShareCoresHaveWaited() throws InterruptedException {
    AtomicBoolean over = new AtomicBoolean();
    Thread[] busy = new Thread[4 * Runtime.getRuntime().availableProcessors()];
    for (int i = 0; i < busy.length; i++) {
      busy[i] = new Thread(() -> {
        while (!over.get()) {
          Thread.onSpinWait();
        }
      });
      busy[i].start();
    }
    try {
      double most = 0;
      long begin = System.nanoTime();
      while (most < 0.5 && System.nanoTime() - begin < 20_000_000_000L) {
        most = Math.max(most, CoreWait.share(System.nanoTime()));
      }
      assertThat(most).isBetween(Files.exists(Path.of("/proc/thread-self/schedstat")) ? 0.5 : 0, 1.0);
    } finally {
      over.set(true);
      for (Thread thread : busy) {
        thread.join();
      }
    }
  }
}
