package dev.terra.testbed.hadoop;

import dev.terra.testbed.os.OwnJava;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The options with which the testbed runs Java: many small JVMs on few cores. */
final class Jvm {
  /**
   * One garbage collector thread and the quick compiler, since many JVMs share the machine, and most live for seconds.
   * There are no performance data files, so that a killed JVM leaves nothing in the directory for temporary files.
   */
  static final List<String> SMALL = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData");

  private Jvm() {}

  /** Returns the command for one of Hadoop's main classes. */
  static List<String> hadoop(
      Path temporary, ClassArchive classes, String moreClassPath, int heapMegabytes, String mainClass, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(OwnJava.command(), "-Xmx" + heapMegabytes + "m", classes.option()));
    command.addAll(SMALL);
    command.addAll(List.of("--add-opens=java.base/java.lang=ALL-UNNAMED", "-Djava.net.preferIPv4Stack=true",
        "-Djava.io.tmpdir=" + temporary, "-cp", classes.classPath() + ":" + moreClassPath, mainClass));
    command.addAll(arguments);
    return command;
  }
}
