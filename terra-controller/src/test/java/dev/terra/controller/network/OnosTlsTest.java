package dev.terra.controller.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableMap;
import dev.terra.config.ConfigException;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.network.onos.FakeOnos;
import dev.terra.network.rules.TunnelPorts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with an ONOS over HTTPS whose certificate Java does not trust by default. */
class OnosTlsTest {
  private static final String PASSWORD = "changeit";

  @TempDir private Path folder;
  private FakeOnos onos;

  @AfterEach
  void close() {
    onos.close();
  }

  private void start(String subjectAlternativeName) throws IOException, GeneralSecurityException, InterruptedException {
    keytool("-genkeypair", "-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=onos", "-ext", "san=" + subjectAlternativeName);
    keytool("-exportcert", "-rfc", "-file", folder.resolve("ca.pem").toString());
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(folder.resolve("store"))) {
      store.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    onos = new FakeOnos(Optional.of(context));
    onos.device("of:1");
    onos.device("of:2");
    onos.link("of:1", "2", "of:2", "3");
    onos.speed(100);
    Files.writeString(folder.resolve("password"), "rocks\n");
  }

  private void keytool(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
    command.addAll(List.of(arguments));
    command.addAll(List.of("-alias", "onos", "-storetype", "PKCS12", "-storepass", PASSWORD, "-keystore",
        folder.resolve("store").toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  private Wan wan(Optional<Path> ca) throws IOException {
    NetworkConfig.Onos access = new NetworkConfig.Onos(onos.url().toString(), "onos", folder.resolve("password"), ca, 200, 2000);
    ImmutableMap<SiteId, NetworkConfig.SiteNetwork> sites = ImmutableMap.of(
        new SiteId("A"), new NetworkConfig.SiteNetwork("10.0.0.1", "of:1", "1", Optional.empty(), ImmutableMap.of()),
        new SiteId("B"), new NetworkConfig.SiteNetwork("10.0.0.2", "of:2", "1", Optional.empty(), ImmutableMap.of()));
    return Drivers.wanOf(new NetworkConfig(NetworkConfig.Mode.SDWAN, NetworkConfig.Rules.AGGREGATED,
        new TunnelPorts(TunnelPorts.DEFAULT_FIRST), sites, Optional.of(access), null), "two", Duration.ofMillis(5));
  }

  @Test
  void aCertificateOfTheConfiguredAuthorityIsTrustedAndNoOther() throws IOException, GeneralSecurityException, InterruptedException {
    start("ip:127.0.0.1");

    assertThat(wan(Optional.of(folder.resolve("ca.pem"))).links()).hasSize(2);
    assertThatThrownBy(() -> wan(Optional.empty())).isInstanceOf(IOException.class)
        .hasMessageContaining(onos.url().toString()).hasMessageContaining("network.onos.ca");
    Files.writeString(folder.resolve("none.pem"), "no certificate");
    assertThatThrownBy(() -> wan(Optional.of(folder.resolve("none.pem")))).isInstanceOf(ConfigException.class)
        .hasMessageContaining("network.onos.ca").hasMessageContaining("none.pem");
  }

  @Test
  void aCertificateOfAnotherHostIsNotTrusted() throws IOException, GeneralSecurityException, InterruptedException {
    start("ip:192.0.2.1");

    assertThatThrownBy(() -> wan(Optional.of(folder.resolve("ca.pem")))).isInstanceOf(IOException.class)
        .hasMessageContaining("127.0.0.1").hasMessageContaining("certificate");
  }
}
