package dev.terra.controller.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.controller.core.operate.KeptAction;
import dev.terra.controller.core.operate.KeptActions;
import dev.terra.controller.core.operate.OperatorCommand.DrainSite;
import dev.terra.core.wan.SiteId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class ActionKeeperTest {
  private static final KeptActions ONE =
      KeptActions.of(1, List.of(new KeptAction(1, 5, "ann", "why", Optional.of(new DrainSite(new SiteId("A"), true)))));
  private static final ActionText TEXT = new ActionText(0);

  @TempDir
  private Path folder;
  private final List<String> problems = new ArrayList<>();

  private KeptActions read(ActionStore store) {
    try (ActionKeeper keeper = new ActionKeeper(store, TEXT)) {
      return keeper.read(problems::add);
    }
  }

  @Test
  void whatIsKeptInAFileIsThereForTheNextStart() throws Exception {
    ActionStore store = new ActionFile(folder.resolve("deep/actions"));
    assertThat(read(store)).isEqualTo(KeptActions.NONE);
    try (ActionKeeper keeper = new ActionKeeper(store, TEXT)) {
      keeper.keep(KeptActions.NONE);
      keeper.keep(ONE);
      keeper.settled().get(20, TimeUnit.SECONDS);
      assertThat(read(new ActionFile(folder.resolve("deep/actions")))).isEqualTo(ONE);
    }
    assertThat(problems).isEmpty();
  }

  @Test
  void aWriteThatFailsIsTriedAgain() {
    AtomicInteger tries = new AtomicInteger();
    List<String> written = new ArrayList<>();
    ActionStore flaky = new ActionStore() {
      @Override
      public Optional<String> read() {
        return Optional.empty();
      }

      @Override
      public synchronized void write(String text) throws IOException {
        if (tries.incrementAndGet() == 1) {
          throw new IOException("no room");
        }
        written.add(text);
      }
    };
    try (ActionKeeper keeper = new ActionKeeper(flaky, TEXT)) {
      keeper.keep(ONE);
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (tries.get() < 2 && System.nanoTime() < deadline) {
        Thread.onSpinWait();
      }
    }
    assertThat(written).containsExactly(TEXT.encode(ONE));
  }

  @Test
  void whatCannotBeReadIsSaidAndNotOverwritten() throws IOException {
    Path file = Files.write(folder.resolve("actions"), new byte[ActionStore.MOST_BYTES + 1]);
    try (ActionKeeper keeper = new ActionKeeper(new ActionFile(file), TEXT)) {
      assertThat(keeper.read(problems::add)).isEqualTo(KeptActions.NONE);
      keeper.keep(ONE);
    }
    assertThat(problems).singleElement().asString().contains(file.toString(), "cannot be read");
    assertThat(file).hasSize(ActionStore.MOST_BYTES + 1);
  }
}
