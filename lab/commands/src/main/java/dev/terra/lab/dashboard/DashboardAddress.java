package dev.terra.lab.dashboard;

import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.net.ByteRelay;
import dev.terra.testbed.os.Waiting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes the dashboard of a testbed's controller, which listens in a namespace, reachable on this machine. Two processes
 * of the testbed forward connections, and end with the testbed.
 */
public final class DashboardAddress {
  private static final String CONTROLLER = "127.0.0.1:7180";
  private static final int USUAL_PORT = 7180;
  private static final Duration START_PATIENCE = Duration.ofSeconds(20);

  private DashboardAddress() {}

  /**
   * Opens the dashboard.
   *
   * @return the address to type into a browser on this machine; it does not answer while no controller runs
   * @throws IOException if no port is free or the processes do not start
   */
  public static String open(Testbed testbed) throws IOException {
    String core = testbed.addresses().core().name();
    Path file = testbed.directory().file("dashboard");
    int port = freePort();
    testbed.start(core, "dashboard-inside", ByteRelay.command("unix:" + file, CONTROLLER), Map.of());
    List<String> outside = new ArrayList<>(List.of("nsenter", "--net=/proc/" + ProcessHandle.current().pid() + "/ns/net"));
    outside.addAll(ByteRelay.command("127.0.0.1:" + port, "unix:" + file));
    testbed.start(core, "dashboard-outside", outside, Map.of());
    if (!Waiting.until(START_PATIENCE, () -> Files.exists(file) && isTaken(port))) {
      throw new IOException("the way to the dashboard did not open within " + START_PATIENCE.toSeconds() + " s; logs: "
          + testbed.directory().keptLogs());
    }
    return "http://127.0.0.1:" + port + "/";
  }

  /** Returns the usual port, or any free port if a controller of this machine uses the usual one. */
  private static int freePort() throws IOException {
    if (!isTaken(USUAL_PORT)) {
      return USUAL_PORT;
    }
    try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return any.getLocalPort();
    }
  }

  private static boolean isTaken(int port) {
    try (ServerSocket tried = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return tried.getLocalPort() != port;
    } catch (IOException e) {
      return true;
    }
  }
}
