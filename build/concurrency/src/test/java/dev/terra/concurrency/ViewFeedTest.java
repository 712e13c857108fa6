package dev.terra.concurrency;

import dev.terra.controller.view.ControllerChange;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.ViewChanges;
import dev.terra.controller.view.ViewFeed;
import java.time.Duration;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** Tests of a feed to which one thread publishes views, and from which any thread reads them. */
class ViewFeedTest {
  @Test
  void readersSeeTheViewsOfOneOrder() {
    Interleavings.check(Operations.class);
  }

  /** The operations of the threads. */
  @Param(name = "version", gen = IntGen.class, conf = "0:4")
  public static class Operations {
    private static final ControllerView VIEW = ControllerView.empty("w");

    private final ViewFeed feed = new ViewFeed(VIEW);

    /** Publishes a view, on one thread at a time. */
    @Operation(nonParallelGroup = "publisher")
    public long publish() {
      return feed.publish(VIEW).version();
    }

    @Operation
    public long current() {
      return feed.current().version();
    }

    @Operation
    public String after(@Param(name = "version") int version) {
      return text(feed.after(version));
    }

    /** Reads without waiting, since the model checker has no clock. */
    @Operation
    public String await(@Param(name = "version") int version) throws InterruptedException {
      return text(feed.await(version, Duration.ZERO));
    }

    private static String text(ViewChanges changes) {
      return changes.missed() + " " + changes.changes().stream().map(ControllerChange::number).toList();
    }
  }
}
