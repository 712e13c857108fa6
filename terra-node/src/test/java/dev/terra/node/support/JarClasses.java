package dev.terra.node.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds Terra's classes that the classes of a jar name in their constant pools. */
public final class JarClasses {
  /**
   * The names of Terra's own classes. Relocated classes of other projects are excluded, since they name classes that are left out on
   * purpose.
   */
  private static final Pattern TERRAS = Pattern.compile("dev/terra/(?!\\w+/relocated/(?!dev/))[\\w/]*/[A-Z][\\w$]*");

  private JarClasses() {}

  /** Returns Terra's classes that a class of the jar names and the jar lacks, each with the class that names it. */
  public static List<String> missing(Path path) throws IOException {
    try (JarFile jar = new JarFile(path.toFile())) {
      Set<String> there = jar.stream().map(JarEntry::getName).collect(Collectors.toSet());
      return jar.stream().filter(entry -> entry.getName().matches("dev/terra/.*\\.class")).flatMap(entry -> named(jar, entry)
          .filter(name -> !there.contains(name)).map(name -> entry.getName() + " names " + name)).distinct().sorted().toList();
    }
  }

  private static Stream<String> named(JarFile jar, JarEntry entry) {
    try {
      String text = new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.ISO_8859_1);
      return TERRAS.matcher(text).results().map(MatchResult::group).map(name -> name + ".class");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
