package dev.terra.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A jar that the product runs with, as the build resolved it.
 *
 * @param classifier where there is one
 */
record BundledLibrary(String group, String artifact, Optional<String> classifier, String version, Path file) {
  private static final Pattern LINE = Pattern.compile(
      "\\s*([\\w.-]+):([\\w.-]+):jar:(?:([\\w.-]+):)?([\\w.-]+):(?:compile|runtime):(/.*?)(?: -- module .*)?");

  /** The libraries that {@code dependency:list} wrote into a file, in its order. */
  static List<BundledLibrary> read(Path list) throws IOException {
    return Files.readAllLines(list).stream().map(LINE::matcher).filter(Matcher::matches).map(BundledLibrary::of).toList();
  }

  private static BundledLibrary of(Matcher line) {
    return new BundledLibrary(line.group(1), line.group(2), Optional.ofNullable(line.group(3)), line.group(4), Path.of(line.group(5)));
  }

  /** Whether it is Terra's own. */
  boolean isOwn() {
    return group.equals("dev.terra");
  }

  /** Its package URL. */
  String packageUrl() {
    return "pkg:maven/" + group + "/" + artifact + "@" + version + "?" + classifier.map(text -> "classifier=" + text + "&").orElse("")
        + "type=jar";
  }

  /** The name of its jar in the archive. */
  String jarName() {
    return artifact + "-" + version + classifier.map(text -> "-" + text).orElse("") + ".jar";
  }
}
