package dev.terra.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of which libraries may be shipped, and with which licence texts. */
class LicenceTableTest {
  @TempDir
  private Path folder;

  private BundledLibrary library(String group, String artifact, String... entries) throws IOException {
    Path jar = folder.resolve(artifact + ".jar");
    try (OutputStream file = Files.newOutputStream(jar); ZipOutputStream out = new ZipOutputStream(file)) {
      out.putNextEntry(new ZipEntry("a/B.class"));
      for (String entry : entries) {
        out.putNextEntry(new ZipEntry(entry));
        out.write(("text of " + entry).getBytes(java.nio.charset.StandardCharsets.UTF_8));
      }
    }
    return new BundledLibrary(group, artifact, Optional.empty(), "1", jar);
  }

  @Test
  void anUnknownLibraryMayNotBeShipped() throws IOException {
    BundledLibrary library = library("org.example", "new");

    assertThatThrownBy(() -> LicenceTable.load().of(library)).hasMessageContaining("org.example:new").hasMessageContaining("table.tsv");
  }

  @Test
  void aLicenceThatGoesIllWithOursMayNotBeShipped() throws IOException {
    BundledLibrary library = library("org.example", "viral");
    LicenceTable table = LicenceTable.parse("org.example:*\tGPL-3.0-only\t\n");

    assertThatThrownBy(() -> table.of(library)).hasMessageContaining("GPL-3.0-only");
  }

  @Test
  void ofAlternativesTheFirstThatIsFineIsChosen() throws IOException {
    LicenceTable table = LicenceTable.parse("# comment\norg.example:*\tGPL-3.0-only OR MIT AND Zlib\tCopyright somebody\n");

    assertThat(table.of(library("org.example", "both")).chosen()).containsExactly("MIT", "Zlib");
  }

  @Test
  void theTextIsTheJarsOwnIfItHasOne() throws IOException {
    String text = LicenceTable.load().text(library("com.google.guava", "guava", "META-INF/LICENSE"));

    assertThat(text).contains("guava 1: Apache-2.0").contains("text of META-INF/LICENSE").doesNotContain("Apache License");
  }

  @Test
  void elseItIsThatOfEachLicenceWithWhoseRightsTheyAre() throws IOException {
    String text = LicenceTable.load().text(library("com.google.ortools", "ortools-linux-x86-64"));

    assertThat(text).contains("Apache License", "Eclipse Public License - v 2.0", "Mozilla Public License", "BSD 3-Clause", "zlib License",
        "bzip2 and libbzip2", "MIT License", "2025 HiGHS");
  }
}
