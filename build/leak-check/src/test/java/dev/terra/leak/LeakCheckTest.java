package dev.terra.leak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.List;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs classes of tests that leak, and classes of tests that do not. */
class LeakCheckTest {
  static class LeakingTests {
    @Test
    void leaks() {
      makeBuffer();
    }
  }

  static class CleanTests {
    @Test
    void releases() {
      makeBuffer().release();
    }
  }

  static class LeakingProperties {
    @Property(tries = 1)
    void leaks() {
      makeBuffer();
    }
  }

  static class CleanProperties {
    @Property(tries = 1)
    void releases() {
      makeBuffer().release();
    }
  }

  private static ByteBuf makeBuffer() {
    return UnpooledByteBufAllocator.DEFAULT.buffer(10);
  }

  @Test
  void aClassThatLeaksFails() {
    assertThat(failures(LeakingTests.class)).isNotEmpty()
        .allSatisfy(failure -> assertThat(failure).contains("leaked buffers", "ByteBuf"));
    assertThat(failures(CleanTests.class)).isEmpty();
  }

  @Test
  void aClassOfPropertiesThatLeaksFails() {
    assertThat(failures(LeakingProperties.class)).isNotEmpty()
        .allSatisfy(failure -> assertThat(failure).contains("leaked buffers", "ByteBuf"));
    assertThat(failures(CleanProperties.class)).isEmpty();
  }

  private static List<String> failures(Class<?> tests) {
    LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request().selectors(selectClass(tests)).build();
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    Launcher launcher = LauncherFactory.create();
    launcher.execute(request, summary);
    assertThat(summary.getSummary().getTestsSucceededCount()).as("the test itself passes").isEqualTo(1);
    return summary.getSummary().getFailures().stream().map(TestExecutionSummary.Failure::getException).map(Throwable::toString).toList();
  }
}
