package dev.terra.testbed.onos;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Open vSwitch's programs, run against the instance whose sockets are in a folder. */
final class OvsPrograms {
  /** They answer within milliseconds, on a busy machine within seconds. */
  private static final String PATIENCE = "--timeout=20";
  private static final int LONGEST_ERROR = 300;

  private final Path folder;

  OvsPrograms(Path folder) {
    this.folder = folder;
  }

  /** What a program printed, and whether it refused. */
  record Answer(boolean accepted, String output) {
    /** The output of one that did not refuse. */
    String orThrow() {
      if (!accepted) {
        throw new IllegalStateException(output);
      }
      return output;
    }
  }

  /** Where its data base listens. */
  String dataBase() {
    return "unix:" + folder.resolve("db.sock");
  }

  Answer configuration(String... arguments) {
    List<String> command = new ArrayList<>(List.of("ovs-vsctl", PATIENCE, "--db=" + dataBase()));
    command.addAll(List.of(arguments));
    return run(command, "");
  }

  /** Speaks OpenFlow to a bridge; the input is what a {@code -} among the arguments stands for. */
  Answer openFlow(String bridge, String input, String command, String... arguments) {
    List<String> line = new ArrayList<>(List.of("ovs-ofctl", PATIENCE, "--no-names", "-O", "OpenFlow13", command,
        "unix:" + folder.resolve(bridge + ".mgmt")));
    line.addAll(List.of(arguments));
    return run(line, input);
  }

  private static Answer run(List<String> command, String input) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      try (var toProgram = process.getOutputStream()) {
        toProgram.write(input.getBytes(StandardCharsets.US_ASCII));
      }
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      boolean accepted = process.waitFor() == 0;
      return new Answer(accepted, accepted ? output : output.substring(0, Math.min(LONGEST_ERROR, output.length())).strip());
    } catch (IOException e) {
      return new Answer(false, command.get(0) + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Answer(false, command.get(0) + ": interrupted");
    }
  }
}
