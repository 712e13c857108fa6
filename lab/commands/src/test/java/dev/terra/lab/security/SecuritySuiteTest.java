package dev.terra.lab.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests on every build that every attempt at every port is refused. {@code ./terra verify security} also covers floods and processes. */
class SecuritySuiteTest {
  @Test
  void nothingIsGivenToWhoeverHasNoRightToIt(@TempDir Path directory) throws Exception {
    assertThat(new SecuritySuite(directory, line -> { }).ofPorts(false)).hasSizeGreaterThan(40)
        .allSatisfy(row -> assertThat(row.holds()).as(row.toString()).isTrue());
  }
}
