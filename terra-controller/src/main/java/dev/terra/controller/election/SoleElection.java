package dev.terra.controller.election;

import dev.terra.controller.action.ActionStore;
import dev.terra.controller.core.turn.Leadership;
import java.util.concurrent.CountDownLatch;

/** The election of a controller without standbys: it leads from the start until it stops. */
public final class SoleElection implements Election {
  private final CountDownLatch closed = new CountDownLatch(1);
  private final ActionStore actions;

  /** Creates the election; {@code actions} stores operators' actions. */
  public SoleElection(ActionStore actions) {
    this.actions = actions;
  }

  @Override
  public Won awaitWon() throws InterruptedException {
    if (closed.getCount() == 0) {
      throw new InterruptedException("the election is closed");
    }
    return new Won() {
      @Override
      public long term() {
        return Leadership.SOLE_TERM;
      }

      @Override
      public ActionStore actions() {
        return actions;
      }

      @Override
      public String awaitOver() throws InterruptedException {
        closed.await();
        return "it stops";
      }
    };
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
