package dev.terra.controller.action;

import java.io.IOException;
import java.util.Optional;

/** Keeps one text from one leader to the next. Of one thread at a time. */
public interface ActionStore {
  /** More than all actions that are kept have; a text beyond this is none of a controller's. A node of ZooKeeper has less than 1 MiB. */
  int MOST_BYTES = 512 << 10;

  /** Keeps nothing. */
  ActionStore NONE = new ActionStore() {
    @Override
    public Optional<String> read() {
      return Optional.empty();
    }

    @Override
    public void write(String text) {
      // it is forgotten with its controller
    }

    @Override
    public String toString() {
      return "nowhere";
    }
  };

  /** What is kept; empty if there is nothing yet. Before the first {@link #write}. */
  Optional<String> read() throws IOException;

  /**
   * Replaces what is kept.
   *
   * @throws IOException if it cannot, as where another leader has written since
   */
  void write(String text) throws IOException;
}
