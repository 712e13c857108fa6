package dev.terra.agent.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.internal.PlatformDependent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Tests the lines of the kernel's tables, and the tables themselves. */
class SocketTableTest {
  private static final String HEADER =
      "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode";
  private static final String LINE =
      "   1: 0100000A:1C80 0200000A:5001 01 00001000:00000010 01:00000019 00000000     0        0 44 2 0000000000000000 22 4 30 7 -1";

  @Test
  void aLineTellsWhatWaitsAndWhatMayBeUnderWay() throws IOException {
    SocketTable table = new SocketTable(List.of(HEADER, LINE, "", "no: line of: one"));
    InetSocketAddress here = new InetSocketAddress(InetAddress.getByName("10.0.0.1"), 0x1c80);
    InetSocketAddress there = new InetSocketAddress(InetAddress.getByName("10.0.0.2"), 0x5001);

    assertThat(PlatformDependent.BIG_ENDIAN_NATIVE_ORDER || table.socket(here, there).isPresent()).isTrue();
    table.socket(here, there).ifPresent(socket -> {
      assertThat(socket).isEqualTo(new SocketTable.Socket(4096, 7));
      assertThat(socket.flightBytes(100)).isEqualTo(700);
      assertThat(socket.flightBytes(1448)).isEqualTo(4096);
    });
    assertThat(table.socket(there, here)).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void anOpenConnectionIsInTheTable() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket accepted = server.accept()) {
      Optional<SocketTable> table = SocketTable.now();

      assertThat(table.flatMap(sockets -> sockets.socket((InetSocketAddress) client.getLocalSocketAddress(),
          (InetSocketAddress) client.getRemoteSocketAddress())))
          .hasValueSatisfying(socket -> assertThat(socket.windowSegments()).isPositive());
      assertThat(accepted.isConnected()).isTrue();
    }
  }
}
