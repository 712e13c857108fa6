package dev.terra.testbed.os;

import com.google.common.base.Splitter;
import dev.terra.testbed.TestbedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The requirements of the testbed on the machine: rights, programs, kernel features. */
public final class Machine {
  /** The Debian package of each program. */
  private static final Map<String, String> PROGRAMS = Map.of(
      "ip", "iproute2", "cc", "gcc libc6-dev", "unshare", "util-linux", "setsid", "util-linux", "mount", "mount",
      "hostname", "hostname");

  private Machine() {}

  /**
   * Checks all requirements and changes nothing.
   *
   * @throws TestbedException that names what is missing and what to do
   */
  public static void check(String prefix) {
    if (!isRoot()) {
      throw new TestbedException("the testbed makes network namespaces, which needs root: run it with sudo" + withoutRoot());
    }
    PROGRAMS.forEach((program, packages) -> {
      if (!Shell.has(program)) {
        throw new TestbedException("'" + program + "' is missing: apt-get install -y " + packages);
      }
    });
    if (!isMountPoint("/")) {
      throw new TestbedException("the root of this chroot is no mount point, and network namespaces need one: leave the chroot, type"
          + " 'mount --bind DIR DIR' with its folder for DIR, and enter it again");
    }
    checkKernel(prefix + "check");
  }

  /** Returns whether a path is a mount point, which is the fifth word of a line of mountinfo. */
  private static boolean isMountPoint(String path) {
    try (Stream<String> mounts = Files.lines(Path.of("/proc/self/mountinfo"))) {
      return mounts.anyMatch(mount -> Splitter.on(' ').splitToList(mount).get(4).equals(path));
    } catch (IOException e) {
      throw new TestbedException("/proc is not there", e);
    }
  }

  private static boolean isRoot() {
    try {
      return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    } catch (IOException e) {
      throw new TestbedException("/proc is not there", e);
    }
  }

  /** Returns the alternative to root, if this machine lets users have user namespaces of their own. */
  private static String withoutRoot() {
    boolean works = Shell.has("unshare") && Shell.attempt(List.of(
        "unshare", "-Urnm", "sh", "-c", "mount -t tmpfs tmpfs /run && ip netns add probe")).exitCode() == 0;
    return works
        ? ", or all of it in one shell of your own: unshare -Urnm sh -c 'mount -t tmpfs tmpfs /run && exec bash'"
        : "";
  }

  private static void checkKernel(String namespace) {
    expect(Shell.attempt(List.of("ip", "netns", "add", namespace)), "network namespaces (CONFIG_NET_NS)");
    try {
      expect(Shell.attempt(List.of("ip", "-n", namespace, "link", "add", "name", "a", "type", "veth", "peer", "name", "b")),
          "veth devices (CONFIG_VETH)");
      expect(Shell.attempt(List.of("ip", "-n", namespace, "link", "add", "name", "c", "type", "bridge")),
          "bridges (CONFIG_BRIDGE)");
    } finally {
      Shell.attempt(List.of("ip", "netns", "del", namespace));
    }
  }

  private static void expect(Shell.Result result, String feature) {
    if (result.exitCode() != 0) {
      throw new TestbedException("this machine lets us have no " + feature + ": " + result.lastLine()
          + "; use a kernel that has them, or a container started with --privileged");
    }
  }
}
