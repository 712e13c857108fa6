package dev.terra.lab.jobfaults;

import java.io.IOException;
import java.util.List;

/** Something that breaks in the middle of a run, and how to see that bytes flow again which it stopped. For one run, from one thread. */
public interface RunFault {
  /** In the middle. */
  double USUAL_SHARE = 0.3;

  /** After what share of the expected cross-site bytes it strikes, 0 to 1. */
  default double strikesAfter() {
    return USUAL_SHARE;
  }

  /** Notes what it needs to know of before; that may take a while, which is no part of what is measured. */
  default void prepare() throws IOException, InterruptedException {}

  /** Breaks it; returns the name of what broke. */
  String strike() throws IOException, InterruptedException;

  /** Goes on, where it is more than a moment's. */
  default void goOn(double secondsSince) throws IOException, InterruptedException {}

  /** How often something broke since {@link #strike}, that included. */
  default int strikes() {
    return 1;
  }

  /** Whether bytes arrive that it had stopped. */
  boolean flowsAgain() throws IOException, InterruptedException;

  /** The run is over: mends what has broken and waits until it is there. Does nothing if it never struck. */
  default void mend() throws IOException, InterruptedException {}

  /** What else was seen, for people. */
  List<String> seen() throws IOException, InterruptedException;
}
