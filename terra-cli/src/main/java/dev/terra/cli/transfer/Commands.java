package dev.terra.cli.transfer;

import java.nio.file.Path;
import java.util.List;

/** How this program runs itself on a testbed's hosts. */
final class Commands {
  private Commands() {}

  /** The command line up to the subcommand. */
  static List<String> terra(int heapMegabytes) {
    return List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx" + heapMegabytes + "m",
        "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Djava.net.preferIPv4Stack=true",
        "-cp", System.getProperty("java.class.path"), "dev.terra.cli.Terra");
  }
}
