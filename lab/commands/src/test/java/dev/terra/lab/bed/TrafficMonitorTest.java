package dev.terra.lab.bed;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrafficMonitorTest {
  private static final long SECOND = 1_000_000_000L;

  private Optional<JsonNode> answer = Optional.empty();
  private final TrafficMonitor monitor = new TrafficMonitor(url -> answer, Map.of("url of A", "A"));
  private long now;

  private static Optional<JsonNode> stats(String session, long delivered, long outstanding) throws IOException {
    return Optional.of(new ObjectMapper().readTree("{\"session\": \"" + session + "\", \"outstandingBytes\": " + outstanding
        + ", \"paths\": [{\"path\": [\"A\", \"B\"], \"deliveredBytes\": " + delivered + "}]}"));
  }

  private void poll(Optional<JsonNode> next) throws IOException {
    answer = next;
    now += SECOND;
    monitor.poll(now);
  }

  @Test
  void anAgentThatMissesAPollIsNotCountedTwice() throws IOException {
    answer = stats("a", 100, 0);
    monitor.startRun(now);
    poll(stats("a", 300, 700));
    poll(Optional.empty());
    assertThat(monitor.outstandingBytes()).isEqualTo(700);
    poll(stats("a", 1_000, 0));
    assertThat(monitor.deliveredByPath()).isEqualTo(Map.of(List.of("A", "B"), 900L));
    assertThat(monitor.outstandingSeconds()).isEqualTo(2);
  }

  @Test
  void aRestartedAgentGoesOnWhereTheOldOneEnded() throws IOException {
    answer = stats("a", 0, 0);
    monitor.startRun(now);
    poll(stats("a", 300, 700));
    for (int i = 0; i < 3; i++) {
      poll(Optional.empty());
    }
    assertThat(monitor.outstandingBytes()).as("it is taken for dead").isZero();
    poll(stats("b", 350, 10));
    assertThat(monitor.deliveredBytes()).isEqualTo(650);
    assertThat(monitor.outstandingBytes()).isEqualTo(10);
  }
}
