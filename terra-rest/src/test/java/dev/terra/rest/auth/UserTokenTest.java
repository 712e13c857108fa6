package dev.terra.rest.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserTokenTest {
  @TempDir
  private Path home;
  private Path file;

  @BeforeEach
  void make() throws IOException {
    file = UserToken.make(home, new SecureRandom());
  }

  private static InetSocketAddress local(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  @Test
  void theFileIsItsUsersAlone() throws IOException {
    assertThat(file).isEqualTo(UserToken.in(home));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent()))).isEqualTo("rwx------");
  }

  @Test
  void itIsAFileOfTokensAndMadeOnce() throws IOException {
    String text = Files.readString(file);

    assertThat(text).matches("admin local [0-9a-f]{64}\n");
    assertThat(new TokenFile(file, () -> 0).holder(text.strip().split(" ")[2])).isPresent();
    assertThat(UserToken.make(home, new SecureRandom())).isEqualTo(file);
    assertThat(file).hasContent(text);
  }

  @Test
  void twoUsersHaveTwoTokens(@TempDir Path other) throws IOException {
    assertThat(UserToken.make(other, new SecureRandom())).content().isNotEqualTo(Files.readString(file));
  }

  @Test
  void itIsForTheAddressesOfLiveControllers() throws IOException {
    UserToken.addAddress(home, local(7_180));
    UserToken.addAddress(home, local(7_181));

    assertThat(UserToken.isFor(file, "localhost", 7_180)).isTrue();
    assertThat(UserToken.isFor(file, "127.0.0.1", 7_181)).isTrue();
    assertThat(UserToken.isFor(file, "127.0.0.1", 7_182)).isFalse();

    UserToken.removeAddress(home, local(7_180));
    assertThat(UserToken.isFor(file, "localhost", 7_180)).isFalse();
    assertThat(UserToken.isFor(file, "localhost", 7_181)).isTrue();
  }

  @Test
  void itIsForNoOtherHost() throws IOException {
    UserToken.addAddress(home, local(7_180));

    assertThat(UserToken.isFor(file, "10.0.0.1", 7_180)).isFalse();
    assertThat(UserToken.isFor(file, "localhost.example.org", 7_180)).isFalse();
    assertThat(UserToken.isFor(home.resolve("none"), "127.0.0.1", 7_180)).as("a file that cannot be read").isFalse();
  }

  @Test
  void anAddressIsNamedOnceAndTheOldestGiveWay() throws IOException {
    String token = Files.readString(file);
    for (int port = 7_000; port < 7_020; port++) {
      UserToken.addAddress(home, local(port));
      UserToken.addAddress(home, local(port));
    }

    assertThat(Files.readAllLines(file)).hasSize(17).startsWith("# for 127.0.0.1:7004").doesNotHaveDuplicates();
    assertThat(file).content().endsWith(token);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
    assertThat(file.getParent()).as("no file is left over").isDirectoryNotContaining("glob:**.new");
  }
}
