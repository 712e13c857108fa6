package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.shuffle.support.Reducer;
import dev.terra.shuffle.support.Reducer.Answer;
import dev.terra.shuffle.support.TestJob.Part;
import dev.terra.shuffle.support.TwoSites;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests in which, at each step of a fetch, the part that serves the step is killed, stalls, or answers with garbage. {@link Fault}
 * lists all cases. In each of them, the reducer has all bytes, unchanged, after at most one more try.
 */
class FetchStepsTest {
  @TempDir
  private Path directory;
  private TwoSites sites;
  private List<Part> wanted;

  @BeforeEach
  void start() throws IOException {
    sites = new TwoSites(directory, FastHandler.DEADLINE);
    wanted = sites.writeOutputs(200_000, 0, 100_000);
    sites.redirectAll();
  }

  @AfterEach
  void stop() throws IOException {
    sites.close();
  }

  @Test
  void nothingGoesWrong() throws IOException {
    assertThat(fetch().parts()).isEqualTo(wanted);
    sites.awaitRelayCounters("\"relayedBytes\":300000,", "\"fallbacks\":0");
  }

  private Answer fetch() throws IOException {
    return new Reducer(sites.job(), "127.0.1.1", sites.origin().port()).impatient().fetch(1, 0, 1, 2);
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(Fault.class)
  void whateverGoesWrong(Fault fault) throws IOException {
    try (AutoCloseableFault undone = fault.happen(sites)) {
      assertThat(undone).isNotNull();
      if (fault.failedFetches() > 0) {
        assertThat(isServed()).as("first try").isFalse();
      }
      assertThat(fetch().parts()).isEqualTo(wanted);
    }
  }

  private boolean isServed() {
    try {
      return fetch().parts().equals(wanted);
    } catch (IOException e) {
      return false;
    }
  }

  /** A resource that a fault needs until its test is over. */
  interface AutoCloseableFault extends AutoCloseable {
    @Override
    void close() throws IOException;
  }
}
