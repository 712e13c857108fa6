package dev.terra.rest.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the check that keeps a token from another user's process which listens where a controller has listened. */
class ListenerOwnerTest {
  private static final String REST = " 00000000:00000000 00:00000000 00000000  ";
  private static final List<String> TABLE = List.of(
      "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
      "   0: 0100007F:1C0C 00000000:0000 0A" + REST + "1001        0 11 1 0000000000000000 100 0 0 10 0",
      "   1: 0100007F:1C0D 00000000:0000 01" + REST + "1002        0 12 1 0000000000000000 100 0 0 10 0",
      "   2: 0200007F:1C0C 00000000:0000 0A" + REST + "1003        0 13 1 0000000000000000 100 0 0 10 0",
      "   3: 0000000000000000FFFF00000100007F:1C0E 00000000000000000000000000000000:0000 0A" + REST + "1004        0 14 1 0000000000000000",
      "   4: 00000000:1C0F 00000000:0000 0A" + REST + "1005        0 15 1 0000000000000000 100 0 0 10 0");

  private static InetSocketAddress local(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  @Test
  void theUserOfASocketThatListensIsTold() {
    assertThat(ListenerOwner.users(TABLE, local(7180))).containsExactly(1001);
    assertThat(ListenerOwner.users(TABLE, local(7181))).as("a connection").isEmpty();
    assertThat(ListenerOwner.users(TABLE, local(7182))).as("an IPv4 address of IPv6").containsExactly(1004);
    assertThat(ListenerOwner.users(TABLE, local(7183))).as("all interfaces").containsExactly(1005);
  }

  @Test
  void oursIsOurs() throws Exception {
    boolean root = ProcessHandle.current().info().user().filter("root"::equals).isPresent();
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(ListenerOwner.isUserOrRoot(local(socket.getLocalPort()), -1)).as("root is trusted by all").isEqualTo(root);
    }
    assertThat(ListenerOwner.isUserOrRoot(local(1), 4_711)).as("nobody listens").isTrue();
  }
}
