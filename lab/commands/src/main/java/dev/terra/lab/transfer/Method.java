package dev.terra.lab.transfer;

import java.io.IOException;
import java.util.Optional;

/** A method of moving bytes that is measured. */
interface Method {
  /** Returns the name in the output. */
  String name();

  /** Returns why the method cannot be measured on this machine; empty if it can. */
  Optional<String> obstacle();

  /** Moves all bytes of the plan once. */
  Figures run() throws IOException, InterruptedException;
}
