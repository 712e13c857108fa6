package dev.terra.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.net.InetAddresses;
import dev.terra.cli.operate.ControllerAddress.Wishes;
import dev.terra.config.ConfigException;
import dev.terra.rest.auth.UserToken;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ControllerAddressTest {
  private static final InetSocketAddress HERE = new InetSocketAddress(InetAddresses.forString("127.0.0.1"), 7180);

  private static final Wishes NONE = new Wishes(Optional.empty(), Optional.empty(), Optional.empty());

  @TempDir
  private Path home;
  private Path file;

  @BeforeEach
  void folder() throws IOException {
    file = Files.createDirectories(home.resolve(".config/terra")).resolve("terra.yaml");
  }

  private ControllerAddress find(Wishes wishes, Map<String, String> environment) {
    return ControllerAddress.find(wishes, environment, home);
  }

  private static Wishes controller(String address) {
    return new Wishes(Optional.of(address), Optional.empty(), Optional.empty());
  }

  @Test
  void optionsComeBeforeTheEnvironmentBeforeTheFileBeforeTheStandard() throws IOException {
    assertThat(find(NONE, Map.of()).text()).isEqualTo(ControllerAddress.DEFAULT);
    Files.writeString(file, "controller: file:1\ntokenFile: token\n");
    assertThat(find(NONE, Map.of()).text()).isEqualTo("http://file:1");
    assertThat(find(NONE, Map.of()).tokenFile()).hasValue(file.resolveSibling("token"));
    assertThat(find(NONE, Map.of()).from()).isEqualTo(file.toString());
    Map<String, String> environment = Map.of("TERRA_CONTROLLER", "environment:2", "TERRA_TOKEN_FILE", "/t");
    assertThat(find(NONE, environment).text()).isEqualTo("http://environment:2");
    assertThat(find(NONE, environment).tokenFile()).hasValue(Path.of("/t"));
    assertThat(find(controller("option:3"), environment).text()).isEqualTo("http://option:3");
    assertThat(find(controller("option:3"), environment).from()).isEqualTo("--controller");
  }

  @Test
  void theUsersOwnTokenIsTakenWhereNoneIsNamed() throws IOException {
    assertThat(find(NONE, Map.of()).tokenFile()).isEmpty();
    Path own = UserToken.make(home, new SecureRandom());
    URI standard = URI.create(ControllerAddress.DEFAULT);
    assertThat(find(NONE, Map.of()).tokenFor(standard)).as("no controller has taken it").isEmpty();
    UserToken.addAddress(home, HERE);
    assertThat(find(NONE, Map.of()).tokenFor(standard)).hasValue(own);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own))).isEqualTo("rw-------");
  }

  /** A process that listens at another address would receive the token, and could control the controller with it. */
  @ParameterizedTest
  @ValueSource(strings = {"http://127.0.0.50:8080", "http://127.0.0.1:8080", "127.0.0.2:7180", "http://controller.example:7180",
      "https://127.0.0.1:7180", "http://127.0.0.1.example:7180"})
  void theUsersOwnTokenIsForTheControllerThatTookIt(String elsewhere) throws IOException {
    UserToken.make(home, new SecureRandom());
    UserToken.addAddress(home, HERE);
    ControllerAddress found = find(controller(elsewhere), Map.of());
    assertThat(found.tokenFor(found.roots().get(0))).isEmpty();
    UserToken.removeAddress(home, HERE);
    assertThat(find(NONE, Map.of()).tokenFor(URI.create(ControllerAddress.DEFAULT))).isEmpty();
  }

  @Test
  void whereACertificateIsNamedTheUsersOwnTokenIsNotShown() throws IOException {
    UserToken.make(home, new SecureRandom());
    UserToken.addAddress(home, HERE);
    ControllerAddress found = find(new Wishes(Optional.of("http://127.0.0.1:7180"), Optional.empty(), Optional.of(home)), Map.of());
    assertThat(found.tokenFor(found.roots().get(0))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"c, http://c:7180", "c:99, http://c:99", "https://c:99/, https://c:99", "http://c, http://c"})
  void addressesAreWrittenShortOrWhole(String text, URI root) {
    assertThat(find(controller(text), Map.of()).text()).isEqualTo(root.toString());
  }

  @Test
  void severalHaveCommasBetween() {
    assertThat(find(controller("c, d:99"), Map.of()).roots()).containsExactly(URI.create("http://c:7180"), URI.create("http://d:99"));
  }

  @Test
  void certificatesMeanHttps() {
    Wishes wishes = new Wishes(Optional.of("c:99"), Optional.empty(), Optional.of(Path.of("/tls")));
    assertThat(find(wishes, Map.of()).text()).isEqualTo("https://c:99");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "http://", "http://c/path", "ftp://c:1", "c:port", "a b"})
  void whatIsNoAddressIsRefusedByName(String text) {
    assertThatThrownBy(() -> find(controller(text), Map.of())).isInstanceOf(ConfigException.class)
        .hasMessageContaining("--controller").hasMessageContaining("'" + text + "'");
  }

  @Test
  void aFileThatIsNamedHasToBeThereAndKeysHaveToBeKnown() throws IOException {
    assertThatThrownBy(() -> find(NONE, Map.of("TERRA_CONFIG", home.resolve("none").toString()))).isInstanceOf(ConfigException.class)
        .hasMessageContaining("none");
    Files.writeString(file, "controler: x:1\n");
    assertThatThrownBy(() -> find(NONE, Map.of())).isInstanceOf(ConfigException.class).hasMessageContaining("controler");
  }
}
