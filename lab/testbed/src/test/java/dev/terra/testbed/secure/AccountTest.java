package dev.terra.testbed.secure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AccountTest {
  @Test
  void accountsAreAddedToTheMachinesOwn() {
    assertThat(Account.passwd("root:x:0:0:root:/root:/bin/bash\n")).isEqualTo("""
        root:x:0:0:root:/root:/bin/bash
        yarn:x:61001:61001::/nonexistent:/bin/sh
        alice:x:61002:61002::/nonexistent:/bin/sh
        analyst:x:61003:61003::/nonexistent:/bin/sh
        """);
    assertThat(Account.group("root:x:0:\n")).isEqualTo("root:x:0:\nyarn:x:61001:\nalice:x:61002:\nanalyst:x:61003:\n");
  }

  @Test
  void theMachinesUserOfSuchANameIsAnother() {
    assertThat(Account.passwd("alice:x:1000:1000::/home/alice:/bin/sh\nalicia:x:1001:1001::/home/alicia:/bin/sh\n"))
        .startsWith("alicia:").containsOnlyOnce("alice:");
  }
}
