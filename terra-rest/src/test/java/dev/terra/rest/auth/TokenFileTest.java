package dev.terra.rest.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.config.ConfigException;
import dev.terra.rest.api.Access;
import dev.terra.rest.auth.TokenFile.Holder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenFileTest {
  private static final String ONE = "0123456789abcdef";
  private static final String OTHER = "fedcba9876543210";

  @TempDir
  private Path folder;
  private long now;

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("tokens"), text);
  }

  private TokenFile tokens(String text) throws IOException {
    return new TokenFile(write(text), () -> now);
  }

  private void later() {
    now += TimeUnit.SECONDS.toNanos(1);
  }

  @Test
  void linesAreRolesNamesAndTokens() throws IOException {
    TokenFile tokens = tokens("# ours\n\nadmin ops@example.org " + ONE + "\n  read\tdash-board_1 " + OTHER + "  \n");

    assertThat(tokens.holder(ONE)).hasValue(new Holder(Access.ADMIN, "ops@example.org"));
    assertThat(tokens.holder(OTHER)).hasValue(new Holder(Access.READ, "dash-board_1"));
    assertThat(tokens.holder(ONE.toUpperCase(Locale.ROOT))).isEmpty();
    assertThat(tokens.holder("")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"write ops " + ONE, "admin ops", "admin ops 0123456789abcde", "admin o/ps " + ONE, "admin ops " + ONE + " x",
      "ADMIN ops " + ONE})
  void aLineThatIsNoneIsNamedWithoutItsToken(String line) {
    assertThatThrownBy(() -> tokens("# a comment\n" + line)).isInstanceOf(ConfigException.class)
        .hasMessageContaining("cannot be read as tokens: line 2: expected 'read NAME TOKEN'").message().doesNotContain(ONE);
  }

  @Test
  void aFileThatIsMissingOrTooLargeIsNamed() {
    Path none = folder.resolve("none");

    assertThatThrownBy(() -> new TokenFile(none, () -> 0)).isInstanceOf(ConfigException.class)
        .hasMessageStartingWith(none + ": cannot be read as tokens: ");
    assertThatThrownBy(() -> tokens("#".repeat((1 << 20) + 1))).hasMessageContaining("expected at most 1048576 bytes");
  }

  @Test
  void aChangeCountsAfterAMoment() throws IOException {
    TokenFile tokens = tokens("admin ops " + ONE);
    write("read ops " + OTHER + "\n");

    assertThat(tokens.holder(ONE)).as("it was looked at a moment ago").isPresent();
    later();
    assertThat(tokens.holder(ONE)).isEmpty();
    assertThat(tokens.holder(OTHER)).hasValue(new Holder(Access.READ, "ops"));
  }

  @Test
  void aFileThatCannotBeReadAdmitsNoCallerUntilItCan() throws IOException {
    TokenFile tokens = tokens("admin ops " + ONE);
    write("admin ops " + ONE + "\nnonsense");
    later();
    assertThat(tokens.holder(ONE)).isEmpty();

    Files.delete(folder.resolve("tokens"));
    later();
    assertThat(tokens.holder(ONE)).isEmpty();

    write("admin ops " + ONE);
    later();
    assertThat(tokens.holder(ONE)).isPresent();
  }
}
