package dev.terra.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.site.HandlerState;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.HandlerReport;
import dev.terra.api.v1.HandlerReports;
import dev.terra.api.v1.ShuffleCounters;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HandlerReporterTest {
  private final SentReports sent = new SentReports();
  private final HandlerReporter reporter = new HandlerReporter(sent);

  private static HandlerState state(String ip, String stockReason, long sinceSecond, long redirected) {
    return new HandlerState(new HandlerState.Name(ip, "host-" + ip, "", "0.1"), stockReason, TimeUnit.SECONDS.toNanos(sinceSecond),
        ShuffleCounters.newBuilder().setRedirectedFetches(redirected).build());
  }

  private List<HandlerReports> told(long second, HandlerState... states) {
    reporter.tell(List.of(states), TimeUnit.SECONDS.toNanos(second));
    return sent.take().stream().map(AgentReport::getHandlers).toList();
  }

  @Test
  void whyAHandlerIsStockIsToldAtOnceAndWhatItCountsEveryTenSeconds() {
    assertThat(told(100, state("10.0.0.1", "", 97, 0))).singleElement().satisfies(reports ->
        assertThat(reports.getHandlersList()).singleElement().extracting(HandlerReport::getSinceMillis).isEqualTo(3_000L));
    assertThat(told(101, state("10.0.0.1", "", 97, 5))).isEmpty();
    assertThat(told(102, state("10.0.0.1", "no room", 102, 5))).singleElement().satisfies(reports ->
        assertThat(reports.getHandlers(0).getStockReason()).isEqualTo("no room"));
    assertThat(told(111, state("10.0.0.1", "no room", 102, 9))).isEmpty();
    assertThat(told(112, state("10.0.0.1", "no room", 102, 9))).singleElement().satisfies(reports ->
        assertThat(reports.getHandlers(0).getCounters().getRedirectedFetches()).isEqualTo(9));
    assertThat(told(130, state("10.0.0.1", "no room", 102, 9))).as("nothing new").isEmpty();
  }

  @Test
  void aForgottenHandlerIsToldOnceAndANewControllerHearsOfAllThatAreThere() {
    told(100, state("10.0.0.1", "", 90, 0), state("10.0.0.2", "", 90, 0));
    assertThat(told(101, state("10.0.0.2", "", 90, 0))).singleElement().satisfies(reports -> {
      assertThat(reports.getForgottenList()).containsExactly("10.0.0.1");
      assertThat(reports.getHandlersList()).isEmpty();
    });
    assertThat(told(102, state("10.0.0.2", "", 90, 0))).isEmpty();
    reporter.forgetAllTold();
    assertThat(told(103, state("10.0.0.2", "", 90, 0))).singleElement().satisfies(reports ->
        assertThat(reports.getHandlersList()).singleElement().extracting(HandlerReport::getIp).isEqualTo("10.0.0.2"));
  }

  @Test
  void aSiteOfVeryManyIsToldInSeveralMessages() {
    HandlerState[] states = IntStream.range(0, 1_500).mapToObj(i -> state("10.0." + i / 250 + "." + i % 250, "", 90, 0))
        .toArray(HandlerState[]::new);
    assertThat(told(100, states).get(0).getHandlersCount()).isEqualTo(1_000);
    assertThat(told(101, states).get(0).getHandlersCount()).isEqualTo(500);
    assertThat(told(102, states)).isEmpty();
  }
}
