package dev.terra.node.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.net.InetAddresses;
import dev.terra.core.slice.Slices;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentAddressTest {
  @Test
  void anAddressIsReadAndWritten() throws UnknownHostException {
    AgentAddress address = AgentAddress.parse("10.77.1.200:7201");
    assertThat(address).isEqualTo(new AgentAddress(InetAddresses.forString("10.77.1.200"), 7201)).hasToString("10.77.1.200:7201");
    InetSocketAddress expected = new InetSocketAddress(InetAddresses.forString("10.77.1.200"), 7201);
    assertThat(address.literal()).hasValue(expected);
    assertThat(address.lookUp(5)).isEqualTo(expected);
    assertThat(AgentAddress.parse("agents.east:7201").literal()).as("a name is looked up").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 65_535})
  void portsAreThoseOfTcp(int port) {
    assertThat(new AgentAddress("10.0.0.1", port).port()).isEqualTo(port);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 65_536})
  void otherPortsAreRefused(int port) {
    assertThatThrownBy(() -> new AgentAddress("10.0.0.1", port)).hasMessageContaining("got " + port);
  }

  @Test
  void slicesListenTenPortsApart() {
    AgentAddress first = new AgentAddress("10.0.0.1", 7_200);
    assertThat(new LinkSlice(new Slices(3), 0).of(first)).isEqualTo(first);
    assertThat(new LinkSlice(new Slices(3), 2).of(first)).isEqualTo(new AgentAddress("10.0.0.1", 7_220));
  }
}
