package dev.terra.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.controller.core.ControllerState;
import dev.terra.controller.core.operate.OperatorCommand.DrainSite;
import dev.terra.controller.core.operate.OperatorRequest;
import dev.terra.controller.view.ActionFigures;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.EventKind;
import dev.terra.core.wan.SiteId;
import dev.terra.topology.RandomTopology;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** Tests of a controller's turns, rounds and commands, with a thread and a clock that the test moves. */
@SuppressWarnings("FutureReturnValueIgnored") // the tests check stopped and repeated tasks by their effects
class ControllerThreadTest {
  private static final long MILLI = 1_000_000L;

  private final ManualExecutor executor = new ManualExecutor();
  private final List<Throwable> ends = new ArrayList<>();
  private final List<String> turns = new ArrayList<>();
  private final ControllerThread thread = new ControllerThread(executor, executor::nowNanos, ends::add, () -> turns.add("after"));

  private ControllerLoop loop() {
    return loop(state(), executor::nowNanos);
  }

  private static ControllerState state() {
    return new ControllerState(
        Settings.of(new ControllerConfig("random", "127.0.0.1:0", "terra-plus", 10, 1.0, 0, 5000), RandomTopology.generate(3, 3, 1), 1));
  }

  private ControllerLoop loop(ControllerState state, LongSupplier ticker) {
    ControllerLoop loop = new ControllerLoop(state, executor, ticker, 10, ends::add);
    loop.start(new StandbyAgents(executor, executor::nowNanos, 10));
    executor.runDue();
    return loop;
  }

  @Test
  void afterEveryTurnComesWhatFollowsFromAny() {
    thread.submit(() -> turns.add("one"));
    thread.submit(() -> turns.add("two"));
    executor.runDue();

    assertThat(turns).containsExactly("one", "after", "two", "after");
  }

  @Test
  void aTurnThatFailsDoesNotEndTheThread() {
    thread.submit(() -> {
      throw new IllegalStateException("a report that nobody thought of");
    });
    thread.submit(() -> turns.add("next"));
    executor.runDue();

    assertThat(turns).containsExactly("after", "next", "after");
    assertThat(ends).isEmpty();
  }

  @Test
  void anErrorEndsTheProcessUnlessItIsEnding() {
    NoClassDefFoundError error = new NoClassDefFoundError("a jar was replaced");
    thread.submit(() -> {
      throw error;
    });
    executor.runDue();
    assertThat(ends).containsExactly(error);

    thread.stop(() -> turns.add("last"));
    thread.submit(() -> {
      throw error;
    });
    executor.runDue();
    assertThat(thread.isStopping()).isTrue();
    assertThat(ends).hasSize(1);
  }

  @Test
  void turnsThatAreRepeatedKeepTheirDistance() {
    thread.repeat(() -> {
      turns.add("tick at " + executor.nowNanos() / MILLI);
      executor.takes(1200 * MILLI);
    }, 500);
    executor.pass(3000 * MILLI);

    assertThat(turns).containsExactly("tick at 500", "after", "tick at 2200", "after");
  }

  @Test
  void afterTheEndNothingIsTaken() {
    executor.shutdown();
    assertThat(thread.submit(() -> turns.add("late"))).isFalse();
    assertThat(thread.stop(() -> turns.add("last"))).isCompleted();
    assertThat(turns).isEmpty();
  }

  @Test
  void aCommandIsAnsweredWhenTheRoundAfterItWasTold() {
    ControllerLoop loop = loop();
    SiteId site = RandomTopology.generate(3, 3, 1).sites().get(0).id();
    CompletableFuture<ActionFigures> answer =
        loop.commands().submit(now -> loop.operator().act(new OperatorRequest(new DrainSite(site, true), "ann", ""), now));

    executor.runDue();
    assertThat(answer).isNotDone();
    executor.pass(5 * MILLI);
    assertThat(answer).isCompleted();
    assertThat(answer.join().inForce()).isTrue();
    assertThat(loop.views().current().operator().drainedSites()).containsExactly(site);
  }

  @Test
  void aCommandThatCannotBeDoneEndsWithItsReason() {
    ControllerLoop loop = loop();
    CompletableFuture<ActionFigures> answer =
        loop.commands().submit(now -> loop.operator().act(new OperatorRequest(new DrainSite(new SiteId("X"), true), "ann", ""), now));
    executor.runDue();

    assertThatThrownBy(answer::join).isInstanceOf(CompletionException.class).hasCauseInstanceOf(NoSuchElementException.class);
  }

  @Test
  void tooManyCommandsAndLateOnesAreRefused() {
    ControllerLoop loop = loop();
    List<CompletableFuture<String>> answers = new ArrayList<>();
    for (int command = 0; command < 300; command++) {
      answers.add(loop.commands().submit(now -> "done"));
    }
    executor.runDue();
    assertThat(answers.stream().filter(CompletableFuture::isCompletedExceptionally)).hasSize(300 - 256);

    loop.stop();
    executor.runDue();
    assertThat(answers).as("who waited is answered").allMatch(CompletableFuture::isDone);
    CompletableFuture<String> late = loop.commands().submit(now -> "done");
    executor.runDue();
    assertThatThrownBy(late::join).hasCauseInstanceOf(RejectedExecutionException.class).hasMessageContaining("stops");
    executor.shutdown();
    assertThat(loop.commands().submit(now -> "done")).isCompletedExceptionally();
  }

  @Test
  void aRoundIsNotSoonerAfterTheLastThanThatOneTook() {
    List<Long> rounds = new ArrayList<>();
    ControllerState state = state();
    ControllerThread plain = new ControllerThread(executor, executor::nowNanos, ends::add, () -> { });
    RoundRunner runner = new RoundRunner(state, plain, () -> {
      rounds.add(executor.nowNanos() / MILLI);
      executor.takes(100 * MILLI);
    }, () -> { });
    SiteId site = RandomTopology.generate(3, 3, 1).sites().get(0).id();
    for (int command = 0; command < 3; command++) {
      state.operator().act(new OperatorRequest(new DrainSite(site, command % 2 == 0), "ann", ""), executor.nowNanos());
      runner.plan();
      executor.pass(20 * MILLI);
    }
    executor.pass(1000 * MILLI);

    assertThat(rounds).as("due at 5 ms; the next one not before 205 ms").startsWith(5L).hasSizeGreaterThan(1);
    for (int round = 1; round < rounds.size(); round++) {
      assertThat(rounds.get(round) - rounds.get(round - 1)).isGreaterThanOrEqualTo(200);
    }
  }

  @Test
  void viewsOfManyEventsTakeAPartOfTheThread() {
    int events = 60;
    ControllerState state = state();
    ControllerLoop loop = loop(state, () -> {
      executor.takes(MILLI); // a view takes a millisecond, too
      return executor.nowNanos();
    });
    ControllerView before = loop.views().current();
    for (int event = 0; event < events; event++) {
      loop.commands().submit(now -> {
        state.network().note(EventKind.PATHS_CHANGED, "paths", "others", now);
        return "noted";
      });
    }
    executor.runDue();
    assertThat(loop.views().current().version() - before.version()).isBetween(1L, events * 3L / 4);

    executor.pass(1000 * MILLI);
    assertThat(loop.views().current().events().lastNumber()).as("a tick publishes the rest")
        .isEqualTo(before.events().lastNumber() + events);
  }

  @Test
  void readersSeeThatTimePassesThoughNothingHappens() {
    ControllerLoop loop = loop();
    executor.pass(60_000 * MILLI);
    ControllerView later = loop.views().current();

    assertThat(later.atSeconds()).isBetween(54.0, 60.0);
    assertThat(later.version()).as("but not with every tick").isLessThan(20);
    assertThat(loop.uptimeSeconds()).isEqualTo(60);
  }
}
