package dev.terra.agent.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.link.CoreWait.Counts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Tests how the time is measured for which a thread has waited for a core. */
class CoreWaitTest {
  @Test
  void aLineHasTheTimeOnACoreAndTheWait() {
    assertThat(Counts.of("40092859 88607038 55\n")).hasValue(new Counts(40_092_859, 88_607_038));
    assertThat(Counts.of("")).isEmpty();
    assertThat(Counts.of("1 x 2")).isEmpty();
  }

  @Test
  void aThreadThatIsNeverDoneLacksACore() {
    assertThat(new Counts(20, 30).lacked(100)).isEqualTo(0.3);
    assertThat(new Counts(95, 0).lacked(100)).isEqualTo(1);
    assertThat(new Counts(50, 45).lacked(100)).isEqualTo(1);
    assertThat(new Counts(150, 30).since(new Counts(100, 10))).isEqualTo(new Counts(50, 20));
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
