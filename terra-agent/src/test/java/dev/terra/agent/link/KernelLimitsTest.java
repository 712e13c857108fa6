package dev.terra.agent.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class KernelLimitsTest {
  @Test
  @EnabledOnOs(OS.LINUX)
  void theLimitsAreThoseThatTheKernelSays() throws Exception {
    long automatic = Math.min(last("net/ipv4/tcp_rmem"), last("net/ipv4/tcp_wmem")) / 2;
    assertThat(KernelLimits.read().automatic()).isEqualTo(automatic).isGreaterThan(4096);
  }

  private static long last(String name) throws IOException {
    Process cat = new ProcessBuilder("cat", "/proc/sys/" + name).start();
    String text = new String(cat.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).trim();
    return Long.parseLong(Arrays.asList(text.split("\\s+")).get(2));
  }
}
