package dev.terra.shuffle.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Checks that a handler which does not keep the contract fails it, and that each contract runs all of its chapters. */
class BrokenContractTest {
  /** The contract over a broken handler. Its name is not that of a test, so only this class runs it. */
  @Over(Subject.BROKEN)
  static class BrokenHandler {
    @Nested class Outputs extends OutputChapter {}

    @Nested class Requests extends RequestChapter {}
  }

  private static TestExecutionSummary run(Class<?> tests) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request().selectors(selectClass(tests)).build();
    LauncherFactory.create().execute(request, listener);
    return listener.getSummary();
  }

  @Test
  void aBrokenHandlerFailsEachChapter() {
    for (Class<?> chapter : Stream.of(BrokenHandler.class.getDeclaredClasses()).toList()) {
      TestExecutionSummary summary = run(chapter);
      assertThat(summary.getTestsFailedCount()).as(chapter.getSimpleName()).isPositive();
      assertThat(summary.getContainersFailedCount()).as("the handler itself starts").isZero();
    }
  }

  @Test
  void eachContractRunsItsChapters() {
    assertThat(ContractChapters.COMPLETE).allSatisfy(contract ->
        assertThat(chapters(contract)).containsExactlyInAnyOrderElementsOf(ContractChapters.ALL));
    assertThat(ContractChapters.REDIRECTED).allSatisfy(contract -> {
      assertThat(chapters(contract)).doesNotContainAnyElementsOf(ContractChapters.notRedirected().keySet());
      assertThat(Stream.concat(chapters(contract).stream(), ContractChapters.notRedirected().keySet().stream()))
          .containsExactlyInAnyOrderElementsOf(ContractChapters.ALL);
    });
  }

  private static List<Class<?>> chapters(Class<?> contract) {
    return Stream.of(contract.getDeclaredClasses()).filter(nested -> nested.isAnnotationPresent(Nested.class))
        .<Class<?>>map(Class::getSuperclass).toList();
  }
}
