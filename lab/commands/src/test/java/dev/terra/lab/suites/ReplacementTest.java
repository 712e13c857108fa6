package dev.terra.lab.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.lab.bed.TrafficMonitor;
import dev.terra.lab.cluster.Replaceable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class ReplacementTest {
  private final List<String> done = new ArrayList<>();
  private final Queue<Replaceable> waiting = new ArrayDeque<>(List.of(process("controller"), process("agent")));
  private final Replacement replacement = new Replacement(new TrafficMonitor(url -> Optional.empty(), Map.of()), waiting);
  private boolean gone;
  private boolean serves;

  private Replaceable process(String name) {
    return new Replaceable(name, () -> done.add("end " + name), () -> gone, () -> done.add("start " + name), () -> serves);
  }

  @Test
  void oneIsThereAgainBeforeTheNextOneGoes() throws IOException {
    assertThat(replacement.strike()).isEqualTo("controller");
    replacement.goOn(1);
    assertThat(done).as("it has not ended yet").containsExactly("end controller");
    gone = true;
    replacement.goOn(2);
    replacement.goOn(3);
    assertThat(done).containsExactly("end controller", "start controller");
    serves = true;
    replacement.goOn(4);
    replacement.goOn(5);
    assertThat(done).as("others have time to attach").hasSize(2);
    replacement.goOn(6.5);
    assertThat(done).containsExactly("end controller", "start controller", "end agent");
    assertThat(replacement.replaced()).containsExactly(new UpgradeReport.Replaced("controller", 4));
    assertThat(replacement.strikes()).isEqualTo(2);
  }

  @Test
  void oneThatEndedIsStartedThoughTheRunIsOverAndOthersWait() throws IOException {
    gone = true;
    serves = true;
    replacement.strike();
    replacement.mend();
    assertThat(done).containsExactly("end controller", "start controller");
    assertThat(waiting).extracting(Replaceable::name).containsExactly("agent");
  }

  @Test
  void oneThatDoesNotComeBackIsNamed() throws IOException {
    replacement.strike();
    assertThatThrownBy(() -> replacement.goOn(121)).isInstanceOf(IOException.class).hasMessageContaining("controller");
  }
}
