package dev.terra.testbed.onos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Which rules the switches refuse, besides those that Open vSwitch refuses by itself: a file's lines name parts of their text. */
final class Refusals {
  private final Path file;

  /** What the file says when a rule comes; if it is missing, nothing is refused. */
  Refusals(Path file) {
    this.file = file;
  }

  boolean permits(String flow) {
    try {
      return !Files.exists(file) || Files.readAllLines(file).stream().filter(line -> !line.isBlank()).noneMatch(flow::contains);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
