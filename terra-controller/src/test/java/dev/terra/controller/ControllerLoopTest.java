package dev.terra.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.controller.core.ControllerState;
import dev.terra.topology.RandomTopology;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ControllerLoopTest {
  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
  private final BlockingQueue<Throwable> ends = new LinkedBlockingQueue<>();
  private final AtomicReference<Throwable> thrown = new AtomicReference<>();

  @AfterEach
  void stop() throws InterruptedException {
    executor.shutdownNow();
    assertThat(executor.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
  }

  private ControllerLoop loop() {
    ControllerState state = new ControllerState(
        Settings.of(new ControllerConfig("random", "127.0.0.1:0", "terra-plus", 10, 1.0, 0, 5000), RandomTopology.generate(3, 3, 1), 1));
    return new ControllerLoop(state, executor, this::nanos, 10, ends::add);
  }

  private long nanos() {
    if (thrown.get() instanceof Error error) {
      throw error;
    } else if (thrown.get() instanceof RuntimeException exception) {
      throw exception;
    }
    return System.nanoTime();
  }

  @Test
  void anErrorEndsTheControllerInsteadOfItsTicksAlone() throws InterruptedException {
    loop().start(new StandbyAgents(executor, this::nanos, 10));
    thrown.set(new NoClassDefFoundError("a jar was replaced"));

    assertThat(ends.poll(10, TimeUnit.SECONDS)).isSameAs(thrown.get());
  }
}
