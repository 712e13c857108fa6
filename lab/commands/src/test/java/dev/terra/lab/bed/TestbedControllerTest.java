package dev.terra.lab.bed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TestbedControllerTest {
  @Test
  void aCommandThatAsksNoControllerDoesNotMeanTheTestbeds() {
    assertThat(TestbedController.mayMeanTestbed(List.of("submit", "--matrix", "m.json"))).isTrue();
    assertThat(TestbedController.mayMeanTestbed(List.of("submit", "--dry-run", "wan.yaml", "--matrix", "m.json"))).isFalse();
    assertThat(TestbedController.mayMeanTestbed(List.of("submit", "--dry-run=wan.yaml", "--matrix", "m.json"))).isFalse();
    assertThat(TestbedController.mayMeanTestbed(List.of("submit", "--controller=127.0.0.1:7100", "--matrix", "m.json"))).isFalse();
    assertThat(TestbedController.mayMeanTestbed(List.of("plan", "--matrix", "m.json"))).isFalse();
  }
}
