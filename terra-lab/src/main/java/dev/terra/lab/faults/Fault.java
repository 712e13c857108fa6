package dev.terra.lab.faults;

import java.io.IOException;
import java.util.Optional;

/** Something that breaks, and is mended later. Either may be said twice. */
interface Fault {
  /** What breaks and where, for people. */
  String name();

  /** Before the transfer begins; tunnels are waited for after it. */
  default void prepare(FaultBed bed) {}

  /** It breaks. */
  void inject(FaultBed bed);

  /** It is mended. */
  void repair(FaultBed bed);

  /** When all is over, whatever became of it: what {@link #prepare} did is undone. */
  default void cleanUp(FaultBed bed) {}

  /** After the transfer: why this run says nothing about the fault; empty if it struck as it was meant to. */
  default Optional<String> missed(FaultBed bed) throws IOException {
    return Optional.empty();
  }
}
