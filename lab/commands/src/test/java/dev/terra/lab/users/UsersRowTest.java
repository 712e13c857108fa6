package dev.terra.lab.users;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UsersRowTest {
  @Test
  void aStrangerMustHaveNothingAndTheOwnerTheOutput() {
    PortAnswer without = new PortAnswer("A-1:13562", "another user's process, 8 requests", 120, false, "HTTP/1.1 401 Unauthorized");
    PortAnswer with = new PortAnswer("A-1:13562", "the job's own reducer, 2 requests", 9_000, true, "HTTP/1.1 200 OK");
    assertThat(UsersRow.of(without)).isEqualTo(new UsersRow("A-1:13562", "another user's process, 8 requests",
        "had nothing of the output in 120 bytes: HTTP/1.1 401 Unauthorized", true));
    assertThat(UsersRow.of(with).holds()).isTrue();
    PortAnswer served = new PortAnswer(without.port(), without.who(), 9_000, true, "");
    assertThat(UsersRow.of(served).holds()).isFalse();
    assertThat(UsersRow.of(new PortAnswer(with.port(), with.who(), 0, false, "")).holds()).isFalse();
  }
}
