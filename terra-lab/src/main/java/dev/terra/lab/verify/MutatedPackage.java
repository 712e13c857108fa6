package dev.terra.lab.verify;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * The mutation tests of one package, which take minutes. Its report is kept with a digest of everything that it depends on of its module,
 * the code and the tests; as long as that is the same, the package is not mutated again. So a run that was ended goes on where it was.
 *
 * @param module folder of the module
 * @param root the package whose tests, with those of all packages below it, are run
 * @param name of the package
 */
record MutatedPackage(String module, String root, String name) {
  private Path report(Path home) {
    return home.resolve(module).resolve("target/mutation").resolve(name + ".xml");
  }

  private Path digestFile(Path home) {
    return home.resolve(module).resolve("target/mutation").resolve(name + ".digest");
  }

  /** The report of an earlier run, if nothing has changed since. */
  boolean isKnown(Path home) throws IOException {
    return Files.exists(report(home)) && Files.exists(digestFile(home)) && Files.readString(digestFile(home)).equals(digest(home));
  }

  /** What PIT says of it: kept from before, or after a run of some minutes. */
  MutationReport report(Path home, boolean afresh) throws IOException, InterruptedException {
    if (afresh || !isKnown(home)) {
      mutate(home);
    }
    return MutationReport.read(report(home));
  }

  private void mutate(Path home) throws IOException, InterruptedException {
    String digest = digest(home);
    Path written = home.resolve(module).resolve("target/pit-reports/mutations.xml");
    Files.deleteIfExists(written);
    Files.deleteIfExists(digestFile(home));
    int exit = MavenTests.run(home, List.of(module), "NoTestOfSurefire", List.of("-Pmutation",
        "-Dterra.mutated=" + name + ".*", "-Dterra.mutated.not=" + name + ".*.*", "-Dterra.mutated.tests=" + root + ".*", "test"));
    if (exit != 0 || !Files.exists(written)) {
      throw new IOException(name + ": the mutation tests did not run; what Maven wrote is in " + MavenTests.log(home));
    }
    Files.createDirectories(report(home).getParent());
    Files.copy(written, report(home), StandardCopyOption.REPLACE_EXISTING);
    Files.writeString(digestFile(home), digest);
  }

  /** A digest of all sources of the module and of the build. */
  String digest(Path home) throws IOException {
    MessageDigest digest = sha256();
    digest.update(Files.readAllBytes(home.resolve("pom.xml")));
    digest.update(Files.readAllBytes(home.resolve(module).resolve("pom.xml")));
    Path sources = home.resolve(module).resolve("src");
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        digest.update(sources.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
        digest.update(Files.readAllBytes(file));
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** The packages of a module that have code of their own, below one of them. */
  static List<MutatedPackage> of(Path home, String module, String root) throws IOException {
    Path sources = home.resolve(module).resolve("src/main/java");
    Path top = sources.resolve(root.replace('.', '/'));
    try (Stream<Path> folders = Files.walk(top)) {
      List<MutatedPackage> packages = new ArrayList<>();
      for (Path folder : folders.filter(Files::isDirectory).sorted().toList()) {
        if (hasCode(folder)) {
          packages.add(new MutatedPackage(module, root, sources.relativize(folder).toString().replace('/', '.')));
        }
      }
      return packages;
    }
  }

  private static boolean hasCode(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).anyMatch(file -> file.endsWith(".java") && !file.equals("package-info.java"));
    }
  }
}
