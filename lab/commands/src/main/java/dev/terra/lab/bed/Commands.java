package dev.terra.lab.bed;

import dev.terra.cli.Terra;
import dev.terra.testbed.os.OwnJava;
import java.util.List;

/** The command lines with which this program runs itself on a testbed's hosts. */
public final class Commands {
  /** A name instead of a class: that class refers to all commands of the laboratory, and so to the callers of this one. */
  private static final String LABORATORY = "dev.terra.lab.Laboratory";

  private Commands() {}

  /** Returns the command line of the product, up to the subcommand. */
  public static List<String> terra(int heapMegabytes) {
    return java(heapMegabytes, Terra.class.getName());
  }

  /** Returns the command line of the laboratory, up to the subcommand. */
  public static List<String> laboratory(int heapMegabytes) {
    return java(heapMegabytes, LABORATORY);
  }

  private static List<String> java(int heapMegabytes, String mainClass) {
    return List.of(OwnJava.command(), "-Xmx" + heapMegabytes + "m",
        "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Djava.net.preferIPv4Stack=true",
        "-cp", System.getProperty("java.class.path"), mainClass);
  }
}
