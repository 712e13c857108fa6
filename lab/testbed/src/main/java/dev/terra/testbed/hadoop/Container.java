package dev.terra.testbed.hadoop;

import com.google.common.collect.ImmutableList;
import dev.terra.testbed.os.Shell;
import dev.terra.testbed.plan.Host;
import dev.terra.testbed.state.StateDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A container of YARN's that runs on a host of the testbed, identified by the folder in which its JVM works.
 *
 * @param host its host's name
 * @param id YARN's, {@code container_...}
 * @param pid its JVM's
 */
public record Container(String host, String id, Kind kind, long pid) {
  private static final List<String> MASTERS = List.of(
      "org.apache.hadoop.mapreduce.v2.app.MRAppMaster",
      "org.apache.tez.dag.app.DAGAppMaster",
      "org.apache.spark.deploy.yarn.ExecutorLauncher",
      "org.apache.spark.deploy.yarn.ApplicationMaster");

  /** The kind of its JVM. */
  public enum Kind {
    /** An application master. */
    MASTER,
    /** A reducer of MapReduce. */
    REDUCER,
    /** Another task. A task of Tez may be of any vertex, and a task of Spark is an executor. */
    TASK
  }

  /** Returns the containers that run on a host of a testbed. */
  public static ImmutableList<Container> running(StateDirectory directory, Host host) {
    Path folder = HadoopConfig.containerFolder(directory.root(), host);
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      return processes.filter(path -> path.getFileName().toString().chars().allMatch(Character::isDigit))
          .flatMap(process -> of(host.name(), process, folder).stream()).collect(ImmutableList.toImmutableList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<Container> of(String host, Path process, Path containerFolder) {
    try {
      Path folder = Files.readSymbolicLink(process.resolve("cwd"));
      if (!folder.startsWith(containerFolder)) {
        return Optional.empty();
      }
      List<String> command = List.of(Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1).split("\0", -1));
      long pid = Long.parseLong(process.getFileName().toString());
      // other processes are the scripts that start JVMs
      return command.get(0).endsWith("/java")
          ? Optional.of(new Container(host, folder.getFileName().toString(), kind(command), pid))
          : Optional.empty();
    } catch (IOException e) {
      // the process has ended meanwhile, or is not of the testbed
      return Optional.empty();
    }
  }

  static Kind kind(List<String> command) {
    if (command.stream().anyMatch(MASTERS::contains)) {
      return Kind.MASTER;
    }
    return command.stream().anyMatch(word -> word.startsWith("attempt_") && word.contains("_r_")) ? Kind.REDUCER : Kind.TASK;
  }

  /** Ends its JVM immediately (SIGKILL), if it runs. */
  public void kill() {
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
  }

  /** Stops its JVM (SIGSTOP) until it is resumed, if it runs. */
  public void stall() {
    signal("STOP");
  }

  /** Resumes its JVM (SIGCONT), if it runs. */
  public void resume() {
    signal("CONT");
  }

  private void signal(String name) {
    if (ProcessHandle.of(pid).isPresent()) {
      Shell.run(List.of("sh", "-c", "kill -" + name + " " + pid));
    }
  }
}
