package dev.terra.cli.check;

import dev.terra.core.failure.Failures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Checks whether a Hadoop is of a version with which Terra is tested, and whether it has the handler's jar, and which one. */
final class HadoopCheck {
  private static final String JAR = "terra-shuffle-nm.jar";
  private static final Pattern NODE_MANAGER = Pattern.compile("hadoop-yarn-server-nodemanager-(\\d+\\.\\d+)\\.[\\w.-]+\\.jar");
  private static final List<String> TRIED = List.of("3.4", "3.5");
  private static final int DEPTH = 5;

  private HadoopCheck() {}

  static List<Finding> of(Path home) {
    List<Path> jars;
    try (Stream<Path> files = Files.walk(home, DEPTH)) {
      jars = files.filter(file -> file.toString().endsWith(".jar")).toList();
    } catch (IOException e) {
      return List.of(Finding.error(home, "--hadoop", "it cannot be read: " + Failures.inWords(e), "--hadoop with Hadoop's folder"));
    }
    List<Finding> findings = new ArrayList<>(version(home, jars));
    findings.addAll(handler(home, jars));
    return findings;
  }

  private static List<Finding> version(Path home, List<Path> jars) {
    List<Matcher> found = jars.stream().map(jar -> NODE_MANAGER.matcher(jar.getFileName().toString())).filter(Matcher::matches).toList();
    if (found.isEmpty()) {
      return List.of(Finding.error(home, "--hadoop", "there is no hadoop-yarn-server-nodemanager jar below it",
          "--hadoop with the folder that has share/hadoop/yarn"));
    }
    String version = found.get(0).group(1);
    return TRIED.contains(version) ? List.of() : List.of(Finding.error(home, "Hadoop's version",
        "it is " + version + ", and Terra's handler is tried on " + TRIED, "take another Hadoop, or leave this node stock"));
  }

  private static List<Finding> handler(Path home, List<Path> jars) {
    List<Path> found = jars.stream().filter(jar -> jar.getFileName().toString().equals(JAR)).toList();
    if (found.isEmpty()) {
      return List.of(Finding.error(home, JAR, "it is not there",
          "cp share/nodemanager/" + JAR + " " + home.resolve("share/hadoop/yarn/lib") + "/"));
    }
    if (found.size() > 1) {
      return List.of(Finding.error(home, JAR, "it is there twice: " + found, "rm all but one"));
    }
    return Files.isReadable(found.get(0)) ? List.of() : List.of(Finding.error(home, JAR, "this user may not read it",
        "chmod 644 " + found.get(0)));
  }
}
