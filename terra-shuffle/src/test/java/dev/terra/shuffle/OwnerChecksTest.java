package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** Tests of when Hadoop can check who owns a map output, and of the reason that is logged when it cannot. */
class OwnerChecksTest {
  @Test
  void withoutKerberosNothingIsChecked() {
    assertThat(OwnerChecks.obstacle(new Configuration(), false)).isEmpty();
  }

  @Test
  void kerberosIsFineWithTheNativeLibrary() {
    assertThat(OwnerChecks.obstacle(kerberos(), true)).isEmpty();
  }

  @Test
  void withoutItTheReasonSaysWhatToDo() {
    assertThat(OwnerChecks.obstacle(kerberos(), false).orElseThrow())
        .contains("hadoop.security.authentication is KERBEROS", "libhadoop.so", "LD_LIBRARY_PATH");
  }

  private static Configuration kerberos() {
    Configuration settings = new Configuration();
    settings.set("hadoop.security.authentication", "kerberos");
    return settings;
  }
}
