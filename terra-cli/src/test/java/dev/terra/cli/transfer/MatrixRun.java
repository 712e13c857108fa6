package dev.terra.cli.transfer;

import dev.terra.cli.Terra;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Runs a command on a topology and a matrix, each a file in a folder, and keeps all that it writes. */
final class MatrixRun {
  private final Supplier<?> command;
  private final Path topology;
  private final Path matrix;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  MatrixRun(Supplier<?> command, Path folder, String topology, String matrix) throws IOException {
    this.command = command;
    this.topology = Files.writeString(folder.resolve("wan.yaml"), topology);
    this.matrix = Files.writeString(folder.resolve("matrix.json"), matrix);
  }

  /** Replaces the matrix. */
  void matrix(String text) throws IOException {
    Files.writeString(matrix, text);
  }

  /** Runs the command with further options, and returns the exit code. */
  int of(String... more) {
    String[] arguments = Stream.concat(Stream.of("--topology", topology.toString(), "--matrix", matrix.toString()), Stream.of(more))
        .toArray(String[]::new);
    return Terra.withErrorsInOneLine(new CommandLine(command.get())).setOut(new PrintWriter(out)).setErr(new PrintWriter(err))
        .execute(arguments);
  }

  String out() {
    return out.toString();
  }

  String err() {
    return err.toString();
  }
}
