package dev.terra.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The pages that the archive contains. Each has the same place as in the sources, so that the links between them work in both. */
public final class ShippedPages {
  private static final List<String> PARTS = List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "docs");

  private ShippedPages() {}

  /** Returns the names of all files, relative to the sources and in a fixed order. */
  public static List<String> of(Path sources) throws IOException {
    TreeSet<String> names = new TreeSet<>();
    for (String part : PARTS) {
      try (Stream<Path> files = Files.walk(sources.resolve(part))) {
        files.filter(Files::isRegularFile).forEach(file -> names.add(sources.relativize(file).toString()));
      }
    }
    return List.copyOf(names);
  }
}
