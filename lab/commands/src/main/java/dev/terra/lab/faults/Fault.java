package dev.terra.lab.faults;

import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.TestbedTerra;
import java.io.IOException;
import java.util.Optional;

/** Something that breaks, and is mended later. Either may be said twice. */
public interface Fault {
  /** What breaks and where, for people. */
  String name();

  /** Before the transfer begins; tunnels are waited for after it. */
  default void prepare(TestbedTerra on) {}

  /** It breaks. */
  void inject(TestbedTerra on);

  /** It is mended. */
  void repair(TestbedTerra on);

  /** When all is over, whatever became of it: what {@link #prepare} did is undone. */
  default void cleanUp(TestbedTerra on) {}

  /** After the transfer: why this run says nothing about the fault; empty if it struck as it was meant to. */
  default Optional<String> missed(Bed bed) throws IOException {
    return Optional.empty();
  }
}
