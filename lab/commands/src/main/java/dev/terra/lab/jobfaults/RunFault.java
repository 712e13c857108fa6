package dev.terra.lab.jobfaults;

import java.io.IOException;
import java.util.List;

/**
 * A fault in the middle of a run, and the check of whether the bytes flow again that it stopped. It is used for one
 * run, from one thread.
 */
public interface RunFault {
  /** The share after which most faults strike, in the middle of a run. */
  double USUAL_SHARE = 0.3;

  /** Returns the share of the expected cross-site bytes after which the fault strikes, 0 to 1. */
  default double strikesAfter() {
    return USUAL_SHARE;
  }

  /** Notes the state before the fault. This may take a while, which is not part of what is measured. */
  default void prepare() throws IOException, InterruptedException {}

  /** Injects the fault, and returns the name of what broke. */
  String strike() throws IOException, InterruptedException;

  /** Continues a fault that consists of several steps. */
  default void goOn(double secondsSince) throws IOException, InterruptedException {}

  /** Returns how often something broke, {@link #strike} included. */
  default int strikes() {
    return 1;
  }

  /** Returns whether bytes arrive that the fault had stopped. */
  boolean flowsAgain() throws IOException, InterruptedException;

  /** Repairs the fault after the run, and waits until the broken part works again. Does nothing if the fault never struck. */
  default void mend() throws IOException, InterruptedException {}

  /** Returns other observations, in words. */
  List<String> seen() throws IOException, InterruptedException;
}
