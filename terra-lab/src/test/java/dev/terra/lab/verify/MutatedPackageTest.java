package dev.terra.lab.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MutatedPackageTest {
  @TempDir
  private Path home;

  private final MutatedPackage mutated = new MutatedPackage("m", "a", "a.b");

  private void write(String file, String text) throws IOException {
    Files.createDirectories(home.resolve(file).getParent());
    Files.writeString(home.resolve(file), text);
  }

  @BeforeEach
  void aModule() throws IOException {
    write("pom.xml", "<project/>");
    write("m/pom.xml", "<project/>");
    write("m/src/main/java/a/b/One.java", "class One {}");
    write("m/src/main/java/a/b/c/Two.java", "class Two {}");
    write("m/src/main/java/a/b/d/package-info.java", "package a.b.d;");
    write("m/src/test/java/a/b/OneTest.java", "class OneTest {}");
    write("m/target/mutation/a.b.xml", "<mutations><mutation detected='true'><mutatedClass>a.b.One</mutatedClass></mutation></mutations>");
    write("m/target/mutation/a.b.digest", mutated.digest(home));
  }

  @Test
  void whatWasFoundIsKnownUntilCodeTestsOrBuildChange() throws IOException, InterruptedException {
    assertThat(mutated.isKnown(home)).isTrue();
    assertThat(mutated.report(home, false).killed()).isEqualTo(1);
    for (String file : new String[] {"pom.xml", "m/pom.xml", "m/src/main/java/a/b/One.java", "m/src/test/java/a/b/OneTest.java"}) {
      String before = Files.readString(home.resolve(file));
      write(file, before + " ");
      assertThat(mutated.isKnown(home)).as(file).isFalse();
      write(file, before);
      assertThat(mutated.isKnown(home)).isTrue();
    }
    write("m/src/test/java/a/b/More.java", "");
    assertThat(mutated.isKnown(home)).isFalse();
  }

  @Test
  void aReportWithoutItsDigestIsNone() throws IOException {
    Files.delete(home.resolve("m/target/mutation/a.b.digest"));
    assertThat(mutated.isKnown(home)).isFalse();
  }

  @Test
  void packagesAreThoseWithCode() throws IOException {
    assertThat(MutatedPackage.of(home, "m", "a")).containsExactly(mutated, new MutatedPackage("m", "a", "a.b.c"));
    assertThat(MutatedPackage.of(home, "m", "a.b.c")).extracting(MutatedPackage::name).containsExactly("a.b.c");
  }
}
