package dev.terra.lab.faults;

import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.TestbedTerra;
import java.io.IOException;
import java.util.Optional;

/** A fault that is injected and later repaired. Either method may be called twice. */
public interface Fault {
  /** Returns what breaks and where, in words. */
  String name();

  /** Prepares the fault before the transfer begins. Tunnels are waited for after it. */
  default void prepare(TestbedTerra on) {}

  /** Injects the fault. */
  void inject(TestbedTerra on);

  /** Repairs the fault. */
  void repair(TestbedTerra on);

  /** Undoes what {@link #prepare} did, at the end of the run, whatever its outcome. */
  default void cleanUp(TestbedTerra on) {}

  /** Returns, after the transfer, why this run has no result about the fault; empty if the fault struck as intended. */
  default Optional<String> missed(Bed bed) throws IOException {
    return Optional.empty();
  }
}
