package dev.terra.testbed.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.testbed.TestbedException;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OnosAccessTest {
  @TempDir
  private Path folder;

  @Test
  void whatIsWrittenReadsBackEqual() {
    assertThat(OnosAccess.read(folder)).isEmpty();
    OnosAccess access = OnosAccess.of(URI.create("https://admin:se:cret@onos.example:8443"));
    assertThat(access).isEqualTo(new OnosAccess(URI.create("https://onos.example:8443/onos/v1"), "admin", "se:cret"));
    access.write(new StateDirectory(folder));
    assertThat(OnosAccess.read(folder)).contains(access);
  }

  @Test
  void withoutAUserItIsTheOneThatOnosIsDeliveredWith() {
    assertThat(OnosAccess.of(URI.create("http://10.0.0.1:8181")).user()).isEqualTo("onos");
  }

  @Test
  void whatIsNoAddressIsRefused() {
    assertThatThrownBy(() -> OnosAccess.of(URI.create("http://onos"))).isInstanceOf(TestbedException.class)
        .hasMessageContaining("expected an ONOS as http://USER:PASSWORD@HOST:PORT");
    assertThatThrownBy(() -> OnosAccess.of(URI.create("http://me@onos:1"))).isInstanceOf(TestbedException.class)
        .hasMessageContaining("a user and a password");
  }
}
