package dev.terra.testbed.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.testbed.TestbedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests on folders with the layout of the kernel's. */
class CpuQuotaTest {
  @TempDir
  private Path kernel;

  private String text(String file) throws IOException {
    return Files.readString(kernel.resolve(file));
  }

  @Test
  void theFirstVersionHasTwoFiles() throws IOException {
    Files.createDirectory(kernel.resolve("cpu"));
    Files.writeString(kernel.resolve("cpu/cpu.cfs_quota_us"), "-1");
    CpuQuota quota = CpuQuota.limit(kernel, 4711, "agent", 0.5);
    assertThat(text("cpu/agent/cpu.cfs_period_us")).isEqualTo("10000");
    assertThat(text("cpu/agent/cpu.cfs_quota_us")).isEqualTo("5000");
    assertThat(text("cpu/agent/cgroup.procs")).isEqualTo("4711");
    assertThatThrownBy(quota::close).as("a folder that is no group of the kernel's").isInstanceOf(TestbedException.class)
        .hasMessageContaining("cpu/agent");
    assertThat(text("cpu/cgroup.procs")).as("it goes on without").isEqualTo("4711");
  }

  @Test
  void theSecondHasOne() throws IOException {
    assertThat(CpuQuota.limit(kernel, 4712, "agent", 1.5)).isNotNull();
    assertThat(text("cgroup.subtree_control")).isEqualTo("+cpu");
    assertThat(text("agent/cpu.max")).isEqualTo("15000 10000");
    assertThat(text("agent/cgroup.procs")).isEqualTo("4712");
  }

  @Test
  void aSmallPartIsTheLeastOfALongerPeriod() throws IOException {
    assertThat(CpuQuota.limit(kernel, 4713, "agent", 0.04)).isNotNull();
    assertThat(text("agent/cpu.max")).isEqualTo("1000 25000");
    assertThat(CpuQuota.limit(kernel, 4713, "least", CpuQuota.LEAST_CORES)).isNotNull();
    assertThat(text("least/cpu.max")).isEqualTo("1000 100000");
  }

  @Test
  void anEmptyGroupThatWasLeftIsUsed() throws IOException {
    Files.createDirectory(kernel.resolve("agent"));
    assertThat(CpuQuota.limit(kernel, 4714, "agent", 1)).isNotNull();
    assertThat(text("agent/cpu.max")).isEqualTo("10000 10000");
  }

  @Test
  void whatTheKernelRefusesIsSaid() {
    assertThatThrownBy(() -> CpuQuota.limit(kernel, 1, "agent", 0.005)).isInstanceOf(TestbedException.class)
        .hasMessageContaining("at least 0.01 of a core");
    assertThatThrownBy(() -> CpuQuota.limit(kernel.resolve("none"), 1, "agent", 0.5)).isInstanceOf(TestbedException.class)
        .hasMessageContaining("control groups");
  }
}
