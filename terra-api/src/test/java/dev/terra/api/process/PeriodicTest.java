package dev.terra.api.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PeriodicTest {
  private final ScheduledExecutorService executor = Executors.newScheduledThreadPool(2);
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Guard guard = new Guard("a look", (line, thrown) -> lines.add(line + ": " + thrown.getMessage()));

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  @Test
  void turnsThatThrowAreFollowedByOthersAndSaidOnce() throws InterruptedException {
    CountDownLatch later = new CountDownLatch(15);
    Periodic periodic = Periodic.every(executor, 1, TimeUnit.MILLISECONDS, guard, () -> {
      later.countDown();
      if (later.getCount() % 2 == 0) {
        throw new IllegalStateException("even");
      }
      throw new StackOverflowError("odd");
    });

    assertThat(later.await(20, TimeUnit.SECONDS)).isTrue();
    periodic.cancel();
    assertThat(guard.failures()).isGreaterThanOrEqualTo(14);
    assertThat(lines).filteredOn(line -> !line.contains("the same way"))
        .containsExactlyInAnyOrder("a look failed; the process goes on: even", "a look failed; the process goes on: odd");
  }

  @Test
  void anErrorGetsOutOfAGuardOfExceptionsAlone() {
    Guard ofExceptions = Guard.ofExceptions("a beat", (line, thrown) -> lines.add(line + ": " + thrown.getMessage()));
    assertThat(ofExceptions.run(() -> {
      throw new IllegalStateException("this time");
    })).isFalse();
    assertThatThrownBy(() -> ofExceptions.run(() -> {
      throw new NoClassDefFoundError("a jar was replaced");
    })).isInstanceOf(NoClassDefFoundError.class);
    assertThat(lines).containsExactly("a beat failed; the process goes on: this time");
  }

  @Test
  void turnsDoNotOverlapThoughTheyAreLongerThanThePause() throws InterruptedException {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch turns = new CountDownLatch(10);
    Periodic.every(executor, 1, TimeUnit.MICROSECONDS, guard, () -> {
      most.accumulateAndGet(inside.incrementAndGet(), Math::max);
      LockSupport.parkNanos(1_000);
      inside.decrementAndGet();
      turns.countDown();
    });

    assertThat(turns.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(most).hasValue(1);
  }

  @Test
  void nothingComesAfterItIsCancelledNotEvenByItsOwnTurn() throws InterruptedException {
    AtomicInteger turns = new AtomicInteger();
    CountDownLatch first = new CountDownLatch(1);
    CompletableFuture<Periodic> self = new CompletableFuture<>(); // the first turn may run before every() has returned
    self.complete(Periodic.every(executor, 1, TimeUnit.MILLISECONDS, guard, () -> {
      turns.incrementAndGet();
      self.join().cancel();
      first.countDown();
    }));

    assertThat(first.await(20, TimeUnit.SECONDS)).isTrue();
    CountDownLatch afterwards = new CountDownLatch(20);
    Periodic.every(executor, 1, TimeUnit.MILLISECONDS, guard, afterwards::countDown);
    assertThat(afterwards.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(turns).hasValue(1);
  }

  @Test
  void aPauseThatCannotBeSaidIsTheLastOne() throws InterruptedException {
    CountDownLatch turns = new CountDownLatch(5);
    AtomicInteger asked = new AtomicInteger();
    Periodic.paced(executor, () -> {
      if (asked.incrementAndGet() > 1) {
        throw new IllegalStateException("no pause");
      }
      return 1_000_000;
    }, guard, turns::countDown);

    assertThat(turns.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void whatIsDoneOnceSaysWhetherItWillBe() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    assertThat(OneShot.after(executor, 1, TimeUnit.MILLISECONDS, guard, done::countDown).isRefused()).isFalse();
    assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(OneShot.after(executor, 1, TimeUnit.HOURS, guard, done::countDown).cancel()).isTrue();
    executor.shutdownNow();
    OneShot never = OneShot.after(executor, 1, TimeUnit.MILLISECONDS, guard, done::countDown);
    assertThat(never.isRefused()).isTrue();
    assertThat(never.cancel()).isFalse();
  }

  @Test
  void kindsOfFailuresAreBoundedAndTenfoldNumbersAreSaid() {
    for (int i = 0; i < 1_000; i++) {
      guard.run(() -> {
        throw new IllegalStateException("again");
      });
    }
    assertThat(guard.failures()).isEqualTo(1_000);
    assertThat(lines).hasSize(4).last().asString().contains("the same way for the 1000th time");
  }
}
