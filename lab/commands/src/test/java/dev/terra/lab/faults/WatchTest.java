package dev.terra.lab.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import dev.terra.lab.bed.TrafficMonitor;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class WatchTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Link LINK = new Link(LinkId.of("A", "C"), new Bandwidth(1e6), Duration.ofMillis(1), OptionalDouble.empty());

  private JsonNode answer;
  private final TrafficMonitor traffic = new TrafficMonitor(url -> Optional.of(answer), Map.of("url of A", "A"));

  private void say(long direct, long around, String events) throws IOException {
    answer = new ObjectMapper().readTree("{\"session\": \"a\", \"paths\": [{\"path\": [\"B\", \"C\", \"A\"], \"deliveredBytes\": "
        + direct + "}, {\"path\": [\"A\", \"B\"], \"deliveredBytes\": " + around + "}], \"events\": [" + events + "]}");
    traffic.poll(0);
  }

  private static String event(long millis, String what) {
    return "{\"atMillis\": " + millis + ", \"what\": \"" + what + "\"}";
  }

  @Test
  void ofALinkItSeesTheFirstSignTheFirstByteThatGoesAnotherWayAndTheLinksReturn() throws IOException {
    Watch watch = Watch.ofLink(LINK, true);
    say(100, 100, event(900, "tunnel-down") + "," + event(901, "resumed"));
    watch.injected(0, 1_000);
    watch.look(SECOND, traffic);
    assertThat(watch.detectedSeconds()).as("what happened before does not count").isNull();
    say(100, 200, event(1_600, "tunnel-silent") + "," + event(1_650, "resumed"));
    watch.look(SECOND, traffic);
    assertThat(watch.detectedSeconds()).isEqualTo(0.6);
    assertThat(watch.resumedSeconds()).isEqualTo(0.65);
    watch.repaired(3 * SECOND, traffic);
    say(100, 300, "");
    watch.look(4 * SECOND, traffic);
    assertThat(watch.returnUsedSeconds()).as("bytes on other links say nothing").isNull();
    say(101, 300, "");
    watch.look(4 * SECOND, traffic);
    assertThat(watch.returnUsedSeconds()).isEqualTo(1);
  }

  @Test
  void anAgentsReturnIsTheFirstByteToIt() throws IOException {
    Watch watch = Watch.ofReceiver(new SiteId("B"));
    say(10, 10, "");
    watch.injected(0, 1_000);
    watch.repaired(SECOND, traffic);
    say(20, 10, "");
    watch.look(2 * SECOND, traffic);
    assertThat(watch.resumedSeconds()).isNull();
    say(20, 11, "");
    watch.look(2 * SECOND, traffic);
    assertThat(watch.resumedSeconds()).isEqualTo(2);
    assertThat(watch.returnUsedSeconds()).isNull();
  }

  @Test
  void theControllerIsBackWhenAllAgentsAre() throws IOException {
    Watch watch = Watch.ofController(2);
    watch.injected(0, 1_000);
    say(0, 0, event(1_001, "controller-lost") + "," + event(4_000, "controller-attached"));
    watch.look(SECOND, traffic);
    assertThat(watch.detectedSeconds()).isEqualTo(0.001);
    assertThat(watch.resumedSeconds()).isNull();
    say(0, 0, event(1_001, "controller-lost") + "," + event(4_000, "controller-attached") + "," + event(4_500, "controller-attached"));
    watch.look(SECOND, traffic);
    assertThat(watch.resumedSeconds()).isEqualTo(3.5);
  }
}
