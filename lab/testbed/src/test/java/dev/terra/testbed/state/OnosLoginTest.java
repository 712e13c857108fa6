package dev.terra.testbed.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.testbed.TestbedException;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OnosLoginTest {
  @TempDir
  private Path folder;

  @Test
  void whatIsWrittenReadsBackEqual() {
    assertThat(OnosLogin.read(folder)).isEmpty();
    OnosLogin access = OnosLogin.of(URI.create("https://admin:se:cret@onos.example:8443"));
    assertThat(access).isEqualTo(new OnosLogin(URI.create("https://onos.example:8443/onos/v1"), "admin", "se:cret"));
    access.write(new StateDirectory(folder));
    assertThat(OnosLogin.read(folder)).contains(access);
  }

  @Test
  void withoutAUserItIsTheOneThatOnosIsDeliveredWith() {
    assertThat(OnosLogin.of(URI.create("http://10.0.0.1:8181")).user()).isEqualTo("onos");
  }

  @Test
  void whatIsNoAddressIsRefused() {
    assertThatThrownBy(() -> OnosLogin.of(URI.create("http://onos"))).isInstanceOf(TestbedException.class)
        .hasMessageContaining("expected an ONOS as http://USER:PASSWORD@HOST:PORT");
    assertThatThrownBy(() -> OnosLogin.of(URI.create("http://me@onos:1"))).isInstanceOf(TestbedException.class)
        .hasMessageContaining("a user and a password");
  }
}
