package dev.terra.reproduce.aequitas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.latency.AdmissionRule;
import dev.terra.reproduce.event.Port;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioFileTest {
  private static final String THREE_CLASSES = """
      init_cwnd: 2
      max_cwnd: 30
      retx_timeout: 450
      queue_size: 524288
      propagation_delay: 0.0000002
      bandwidth: 100000000000.0
      queue_type: 6
      flow_type: 6
      num_flow: 5000
      num_hosts: 33
      flow_trace: ./sizes.txt
      priority_downgrade: 1
      dp_alpha: 0.01
      dp_beta: 0.02
      smart_time_window: 1
      target_pctl: 1000
      hardcoded_targets: 14,25
      mtu: 5120
      normalized_lat: 0
      big_switch: 1
      traffic_pattern: 1
      disable_aequitas_cc: 0
      load: 0.8
      use_dynamic_load: 1
      burst_load: 1.4
      burst_size: 4
      num_pctl: 10
      cc_delay_target: 10
      qos_weights: 8,4,1
      qos_ratio: 60,30,10
      """;

  @TempDir private Path folder;

  @BeforeEach
  void sizes() throws IOException {
    Files.writeString(folder.resolve("sizes.txt"), "32768 1\n");
  }

  private ScenarioFile.Parsed read(String text) throws IOException {
    Path file = Files.createDirectories(folder.resolve("experiment")).resolve("conf.txt");
    return ScenarioFile.read(Files.writeString(file, text), Port.Queueing.VIRTUAL_CLOCK);
  }

  @Test
  void allThatIsSimulatedIsRead() throws IOException {
    ScenarioFile.Parsed parsed = read(THREE_CLASSES);
    Scenario setting = parsed.setting();
    assertThat(parsed.requests()).isEqualTo(5_000);
    assertThat(setting.fabric())
        .isEqualTo(new Scenario.Fabric(33, true, new Port.Line(1e11, 200_000, 524_288), Port.Queueing.VIRTUAL_CLOCK));
    assertThat(setting.transport())
        .isEqualTo(new Transport(5_120, 40, new Transport.Window(2, 30, 10_000_000, 450_000_000)));
    assertThat(setting.load()).isEqualTo(new Scenario.Load(.8, new Scenario.Burst(1.4, 4, 0), true, Sizes.all(32_768)));
    assertThat(setting.mix().weights()).containsExactly(8.0, 4.0, 1.0);
    assertThat(setting.mix().shares().get(0)).isCloseTo(.6, within(1e-9));
    assertThat(setting.mix().evenHosts()).isNull();
    assertThat(setting.rules()).containsExactly(new AdmissionRule(2_000, .01, .02, .1, 14_000_000),
        new AdmissionRule(25_000 / 7.0, .01, .02, .1, 25_000_000));
  }

  @Test
  void withoutAdmissionThereAreNoRules() throws IOException {
    assertThat(read(THREE_CLASSES.replace("priority_downgrade: 1", "priority_downgrade: 0")).setting().rules()).isEmpty();
  }

  @Test
  void evenHostsOfferLessWhereFairnessIsTested() throws IOException {
    assertThat(read(THREE_CLASSES + "test_fairness: 1\n").setting().mix().evenHosts()).containsExactly(.5, .2, .3);
  }

  @Test
  void whatIsNotSimulatedIsRefused() {
    assertThatThrownBy(() -> read(THREE_CLASSES.replace("flow_type: 6", "flow_type: 10"))).hasMessageContaining("flow_type: only 6");
    assertThatThrownBy(() -> read(THREE_CLASSES + "real_nic: 1\n")).hasMessageContaining("real_nic");
  }

  @Test
  void whatIsWrongIsNamed() {
    assertThatThrownBy(() -> read("no colon")).hasMessageContaining("conf.txt").hasMessageContaining("no colon");
    assertThatThrownBy(() -> read(THREE_CLASSES.replace("mtu: 5120", ""))).hasMessageContaining("there is no mtu");
    assertThatThrownBy(() -> read(THREE_CLASSES.replace("mtu: 5120", "mtu: large")))
        .hasMessageContaining("mtu: expected a number, got 'large'");
    assertThatThrownBy(() -> read(THREE_CLASSES.replace("./sizes.txt", "./other.txt"))).hasMessageContaining("other.txt");
    assertThatThrownBy(() -> read(THREE_CLASSES.replace("qos_ratio: 60,30,10", "qos_ratio: 60,40"))).hasMessageContaining("qos_ratio");
  }
}
