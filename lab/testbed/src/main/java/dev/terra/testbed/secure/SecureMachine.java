package dev.terra.testbed.secure;

import dev.terra.testbed.TestbedException;
import dev.terra.testbed.os.OwnJava;
import dev.terra.testbed.os.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The requirements of a testbed that has users on the machine. */
final class SecureMachine {
  /** The package of each program, of Debian and Ubuntu. */
  private static final Map<String, String> PROGRAMS = Map.of("krb5kdc", "krb5-kdc", "kdb5_util", "krb5-kdc",
      "kadmin.local", "krb5-admin-server", "setpriv", "util-linux", "bash", "bash");
  /** The ids that must be available: the ids up to those of accounts must be different users. */
  private static final long NEEDED_IDS = 65_536;

  private SecureMachine() {}

  /** Checks all requirements and changes nothing. */
  static void check(Path root) {
    PROGRAMS.forEach((program, packages) -> expect(Shell.has(program), "'" + program + "' is missing: apt-get install -y " + packages));
    expect(Files.exists(Path.of("/etc/krb5.conf")), "/etc/krb5.conf is missing: apt-get install -y krb5-config");
    try {
      expect(userIds() >= NEEDED_IDS, "a testbed with users needs root; this user namespace has no other users");
      expect(FileOwners.canEnter(root.getParent()), "containers' users cannot get into " + root
          + ": give others the right to enter the folders on the way, or choose another place with --state or TERRA_STATE");
      expect(FileOwners.isForAll(Path.of(OwnJava.command())), "containers' users cannot run " + OwnJava.command()
          + ": give others the right to, or set JAVA_HOME to another Java");
    } catch (IOException e) {
      throw new TestbedException("cannot look at this machine: " + e.getMessage(), e);
    }
  }

  private static long userIds() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/uid_map")).stream()
        .mapToLong(line -> Long.parseLong(line.strip().split("\\s+")[2])).sum();
  }

  private static void expect(boolean holds, String problem) {
    if (!holds) {
      throw new TestbedException(problem);
    }
  }
}
