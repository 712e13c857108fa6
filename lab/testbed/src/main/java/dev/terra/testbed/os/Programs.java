package dev.terra.testbed.os;

import dev.terra.testbed.TestbedException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** The testbed's own small C programs, compiled where they run. */
public final class Programs {
  private static final String SOURCES = "/dev/terra/testbed/c/";

  private Programs() {}

  /**
   * Compiles a program into a directory.
   *
   * @param source its file, such as {@code links.c}
   * @throws TestbedException if it does not compile
   */
  public static void compile(String source, Path program) {
    compile(source, program, List.of());
  }

  /**
   * Compiles a library that is loaded into other programs.
   *
   * @throws TestbedException if it does not compile
   */
  public static void compileLibrary(String source, Path library) {
    compile(source, library, List.of("-shared", "-fPIC"));
  }

  private static void compile(String source, Path program, List<String> options) {
    Path copy = program.resolveSibling(source);
    try (InputStream text = Programs.class.getResourceAsStream(SOURCES + source)) {
      if (text == null) {
        throw new TestbedException("the program " + source + " is missing from this build");
      }
      Files.createDirectories(program.getParent());
      Files.copy(text, copy, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new TestbedException("cannot write " + copy + ": " + e.getMessage(), e);
    }
    List<String> command = new ArrayList<>(List.of("cc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-pthread"));
    command.addAll(options);
    command.addAll(List.of("-o", program.toString(), copy.toString()));
    Shell.run(command);
  }
}
