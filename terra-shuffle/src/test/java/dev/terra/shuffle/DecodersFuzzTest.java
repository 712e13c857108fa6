package dev.terra.shuffle;

import dev.terra.fuzz.FuzzCheck;
import dev.terra.shuffle.fetch.RequestsFuzz;
import dev.terra.shuffle.output.IndexFilesFuzz;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes from a network, or from a job's user, is bytes until it is proved to be more. */
class DecodersFuzzTest {
  @ParameterizedTest
  @ValueSource(classes = {RequestsFuzz.class, IndexFilesFuzz.class})
  void takesAnything(Class<?> target) throws ReflectiveOperationException {
    FuzzCheck.run(target);
  }
}
