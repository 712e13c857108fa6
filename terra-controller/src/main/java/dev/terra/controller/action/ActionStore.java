package dev.terra.controller.action;

import java.io.IOException;
import java.util.Optional;

/** Keeps one text from one leader to the next. It is used by one thread at a time. */
public interface ActionStore {
  /**
   * The largest text in bytes. All kept actions together are smaller, so no controller has written a larger text. A node of ZooKeeper
   * can hold almost 1 MiB.
   */
  int MOST_BYTES = 512 << 10;

  /** A store that keeps nothing. */
  ActionStore NONE = new ActionStore() {
    @Override
    public Optional<String> read() {
      return Optional.empty();
    }

    @Override
    public void write(String text) {
      // the text is lost with its controller
    }

    @Override
    public String toString() {
      return "nowhere";
    }
  };

  /** Returns the stored text; empty if there is none yet. It is called before the first {@link #write}. */
  Optional<String> read() throws IOException;

  /**
   * Replaces the stored text.
   *
   * @throws IOException if that fails, for example because another leader has written since
   */
  void write(String text) throws IOException;
}
