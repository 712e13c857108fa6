package dev.terra.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A jar with which the product runs, as the build resolved it.
 *
 * @param classifier the classifier, if it has one
 */
record BundledLibrary(String group, String artifact, Optional<String> classifier, String version, Path file) {
  /** The least depth of a jar: a repository has a folder for each part of the group, one for the artifact and one for the version. */
  private static final int LEAST_DEPTH = 4;

  /** Returns the libraries in a folder with the layout of a Maven repository, with their coordinates. */
  static List<BundledLibrary> read(Path repository) throws IOException {
    try (Stream<Path> files = Files.walk(repository)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().map(file -> of(repository.relativize(file), file)).toList();
    }
  }

  private static BundledLibrary of(Path place, Path file) {
    int depth = place.getNameCount();
    if (depth < LEAST_DEPTH) {
      throw new IllegalArgumentException(file + " is not where a Maven repository has a jar: GROUP/ARTIFACT/VERSION/ARTIFACT-VERSION.jar");
    }
    String artifact = place.getName(depth - 3).toString();
    String version = place.getName(depth - 2).toString();
    String group = place.subpath(0, depth - 3).toString().replace('/', '.');
    return new BundledLibrary(group, artifact, classifier(file, artifact + "-" + version), version, file);
  }

  private static Optional<String> classifier(Path file, String begin) {
    String name = file.getFileName().toString();
    if (!name.matches(Pattern.quote(begin) + "(-.+)?\\.jar")) {
      throw new IllegalArgumentException(file + " does not begin with " + begin);
    }
    String rest = name.substring(begin.length(), name.length() - ".jar".length());
    return rest.isEmpty() ? Optional.empty() : Optional.of(rest.substring(1));
  }

  /** Returns whether it is Terra's own. */
  boolean isOwn() {
    return group.equals("dev.terra");
  }

  /** Returns its package URL. */
  String packageUrl() {
    return "pkg:maven/" + group + "/" + artifact + "@" + version + "?" + classifier.map(text -> "classifier=" + text + "&").orElse("")
        + "type=jar";
  }

  /** Returns the name of its jar in the archive. */
  String jarName() {
    return artifact + "-" + version + classifier.map(text -> "-" + text).orElse("") + ".jar";
  }
}
