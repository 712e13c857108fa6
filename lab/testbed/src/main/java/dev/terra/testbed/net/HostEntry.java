package dev.terra.testbed.net;

import dev.terra.testbed.TestbedException;
import dev.terra.testbed.os.ProcessRecord;
import dev.terra.testbed.plan.AddressPlan;
import dev.terra.testbed.state.StateDirectory;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Runs commands on the testbed's hosts: in a host's network namespace, under its host name, with the testbed's hosts
 * file. The script {@code in-host} in the state directory does the same for people.
 */
public final class HostEntry {
  /**
   * The command that gives a daemon precedence over the tasks, with which it shares this machine's cores and would not
   * share a data centre's. If the kernel groups processes by session, it divides cores among sessions and applies
   * niceness only within one, and each task is a session.
   */
  private static final List<String> WITH_PRECEDENCE =
      List.of("setsid", "sh", "-c", "{ echo -10 > /proc/self/autogroup; } 2>/dev/null; exec \"$@\"", "daemon");

  private final StateDirectory directory;

  /** Makes an entry into the hosts of the testbed in this directory. */
  public HostEntry(StateDirectory directory) {
    this.directory = directory;
  }

  /** Writes the script and the files that it shows to commands. */
  public void write(AddressPlan addresses, String prefix) {
    directory.write("hosts", addresses.hostsFile());
    // Names that are not in the hosts file must fail immediately, not after the time-out of a name server that cannot be reached.
    directory.write("resolv.conf", "nameserver 127.0.0.1\noptions timeout:1 attempts:1\n");
    Path script = directory.write("in-host", script(directory.root(), prefix));
    if (!script.toFile().setExecutable(true)) {
      throw new TestbedException("cannot make " + script + " executable");
    }
  }

  static String script(Path root, String prefix) {
    return String.format(Locale.ROOT, """
        #!/bin/sh
        # in-host HOST COMMAND...: runs a command on a host of this testbed
        host=$1
        shift
        exec ip netns exec "%2$s$host" unshare --uts sh -c '
          hostname "$0" &&
          mount --bind "%1$s/hosts" /etc/hosts || exit 125
          if [ -e /etc/resolv.conf ]; then mount --bind "%1$s/resolv.conf" /etc/resolv.conf; fi
          for file in "%1$s"/etc/*; do
            if [ -e "$file" ]; then mount --bind "$file" "/etc/${file##*/}" || exit 125; fi
          done
          exec "$@"' "$host" "$@"
        """, root, prefix);
  }

  /** Returns a process builder for a command on a host. The process that it starts is the command itself. */
  public ProcessBuilder command(String host, List<String> command) {
    List<String> line = new ArrayList<>(List.of(directory.file("in-host").toString(), host));
    line.addAll(command);
    return new ProcessBuilder(line);
  }

  /**
   * Starts a process that outlives this one, with its output in {@code log/HOST-NAME.log}.
   *
   * @throws TestbedException if it cannot be started or ends immediately
   */
  public ProcessRecord start(String host, String name, List<String> command, Map<String, String> environment) {
    ProcessBuilder builder = new ProcessBuilder(withPrecedence(command(host, command).command()));
    builder.environment().putAll(environment);
    return startDetached(host, name, builder);
  }

  /**
   * Starts a process of the machine itself, outside of all hosts, that outlives this one, with its output in {@code log/NAME.log}.
   *
   * @throws TestbedException if it cannot be started
   */
  public ProcessRecord startOutside(String name, List<String> command) {
    return startDetached("", name, new ProcessBuilder(withPrecedence(command)));
  }

  /** Returns this command, detached, with precedence over the tasks. */
  static List<String> withPrecedence(List<String> command) {
    List<String> detached = new ArrayList<>(WITH_PRECEDENCE);
    detached.addAll(command);
    return detached;
  }

  /** Starts a prepared process that belongs to a host or, if the host is empty, to the machine. */
  ProcessRecord startDetached(String host, String name, ProcessBuilder builder) {
    Path log = directory.file("log", (host.isEmpty() ? "" : host + "-") + name + ".log");
    try {
      Files.createDirectories(log.getParent());
      builder.redirectErrorStream(true)
          .redirectInput(new File("/dev/null"))
          .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
          .directory(directory.root().toFile());
      return ProcessRecord.of(host, name, builder.start(), log);
    } catch (IOException e) {
      throw new TestbedException("cannot start " + name + " on " + host + ": " + e.getMessage(), e);
    }
  }
}
