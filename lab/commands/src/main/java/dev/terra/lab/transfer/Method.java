package dev.terra.lab.transfer;

import java.io.IOException;
import java.util.Optional;

/** A way to move bytes that is measured. */
interface Method {
  /** As in the output. */
  String name();

  /** Why it can't be measured on this machine; empty if it can. */
  Optional<String> obstacle();

  /** Moves all bytes of the plan once. */
  Figures run() throws IOException, InterruptedException;
}
