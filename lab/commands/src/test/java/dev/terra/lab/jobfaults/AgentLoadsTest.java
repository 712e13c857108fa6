package dev.terra.lab.jobfaults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.lab.bed.AgentSnapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class AgentLoadsTest {
  private static final double LOOK_SECONDS = 0.2;
  private static final Offset<Double> NEARLY = Offset.offset(1e-6);

  private final AgentLoads loads = new AgentLoads(List.of(List.of("a0", "a1"), List.of("b0", "b1")));
  private final Map<String, AgentSnapshot> said = new HashMap<>();
  private double now;

  /** Sets the snapshot of an agent, with the bytes that it has delivered and the bytes that it still has to send. */
  private void say(String url, String session, long delivered, long outstanding) {
    said.put(url, new AgentSnapshot(Math.round(now * 1_000), session, Map.of(List.of("A", "B"), delivered), outstanding, List.of()));
  }

  private void look() {
    loads.look(now, url -> Optional.ofNullable(said.get(url)));
    now += LOOK_SECONDS;
  }

  private double megabytesPerSecond(int agent, double windowSeconds) {
    return loads.flow(agent, windowSeconds).orElseThrow().bytesPerSecond() / 1e6;
  }

  @Test
  void loadsAreWhatIsLeftAtTheRateOfLate() {
    for (int i = 0; i <= 10; i++) {
      say("a0", "a", i * 200_000L, 3_000_000);
      say("b0", "b", i * 100_000L, 1_000_000);
      look();
    }
    assertThat(megabytesPerSecond(0, 1)).isEqualTo(1, NEARLY);
    assertThat(loads.bytesPerSecond(2)).isEqualTo(1.5e6, NEARLY);
    assertThat(loads.spread().orElseThrow()).as("3 s and 2 s").isEqualTo(0.2, NEARLY);
  }

  @Test
  void aRateIsThatOfItsWindow() {
    for (int i = 0; i <= 20; i++) {
      say("a0", "a", Math.min(i, 10) * 200_000L, 5_000_000);
      look();
    }
    assertThat(megabytesPerSecond(0, 1)).isZero();
    assertThat(megabytesPerSecond(0, 4)).isEqualTo(0.5, NEARLY);
    assertThat(loads.spread().orElseThrow()).as("it stands still").isInfinite();
  }

  @Test
  void slicesOfAnAgentAddUp() {
    for (int i = 0; i <= 10; i++) {
      say("a0", "a", i * 200_000L, 1_000_000);
      say("a1", "c", i * 200_000L, 3_000_000);
      say("b0", "b", i * 200_000L, 2_000_000);
      look();
    }
    assertThat(megabytesPerSecond(0, 1)).isEqualTo(2, NEARLY);
    assertThat(loads.spread().orElseThrow()).isEqualTo(0, NEARLY);
  }

  @Test
  void oneThatSaysNothingAnyMoreHasNoLoad() {
    for (int i = 0; i <= 10; i++) {
      say("a0", "a", i * 200_000L, 2_000_000);
      say("b0", "b", i * 200_000L, 2_000_000);
      look();
    }
    assertThat(loads.spread().orElseThrow()).isZero();
    for (int i = 11; i <= 14; i++) {
      say("b0", "b", i * 200_000L, 2_000_000);
      look();
    }
    assertThat(loads.spread().orElseThrow()).as("for less than a second").isZero();
    for (int i = 15; i <= 17; i++) {
      say("b0", "b", i * 200_000L, 2_000_000);
      look();
    }
    assertThat(loads.flow(0, 1)).isEmpty();
    assertThat(loads.spread().orElseThrow()).isInfinite();
  }

  @Test
  void oneThatHasBegunAnewCountsFromThen() {
    for (int i = 0; i <= 20; i++) {
      say("a0", i < 10 ? "old" : "new", i < 10 ? 90_000_000 : (i - 10) * 200_000L, 1_000_000);
      look();
    }
    assertThat(megabytesPerSecond(0, 4)).isEqualTo(1, NEARLY);
  }

  @Test
  void tooLittleIsNotCompared() {
    assertThat(loads.spread().orElseThrow()).as("nobody has said anything").isInfinite();
    for (int i = 0; i <= 10; i++) {
      say("a0", "a", i * 200_000L, 0);
      say("b0", "b", i * 200_000L, 300_000);
      look();
    }
    assertThat(loads.spread()).as("0 s and 0.3 s").isEmpty();
    say("b0", "b", 2_200_000, 500_000);
    look();
    assertThat(loads.spread().orElseThrow()).as("0 s and 0.5 s").isEqualTo(1, NEARLY);
  }
}
