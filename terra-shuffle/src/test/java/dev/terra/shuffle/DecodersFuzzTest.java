package dev.terra.shuffle;

import dev.terra.fuzz.FuzzCheck;
import dev.terra.shuffle.fetch.RequestsFuzz;
import dev.terra.shuffle.output.IndexFilesFuzz;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the fuzz targets of the decoders that read bytes from a network or from a job's user. Such bytes may be anything. */
class DecodersFuzzTest {
  @ParameterizedTest
  @ValueSource(classes = {RequestsFuzz.class, IndexFilesFuzz.class})
  void takesAnything(Class<?> target) throws ReflectiveOperationException {
    FuzzCheck.run(target);
  }
}
