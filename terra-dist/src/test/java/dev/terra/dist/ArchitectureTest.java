package dev.terra.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of which parts of libraries an archive for one kind of machine contains. */
class ArchitectureTest {
  @TempDir
  private Path folder;

  private static BundledLibrary library(String artifact) {
    return new BundledLibrary("g", artifact, Optional.empty(), "1", Path.of("x.jar"));
  }

  @Test
  void nativeCodeOfOtherMachinesIsLeftOut() {
    assertThat(Architecture.X86_64.needs(library("ortools-linux-x86-64"))).isTrue();
    assertThat(Architecture.X86_64.needs(library("ortools-linux-aarch64"))).isFalse();
    assertThat(Architecture.AARCH64.needs(library("ortools-linux-x86-64"))).isFalse();
    BundledLibrary tls =
        new BundledLibrary("io.netty", "netty-tcnative-boringssl-static", Optional.of("linux-aarch_64"), "1", Path.of("x"));
    assertThat(Architecture.AARCH64.needs(tls)).isTrue();
    assertThat(Architecture.X86_64.needs(tls)).isFalse();
    BundledLibrary sqlite = library("sqlite-jdbc");
    assertThat(Architecture.X86_64.needs(sqlite, "org/sqlite/native/Linux/x86_64/libsqlitejdbc.so")).isTrue();
    assertThat(Architecture.X86_64.needs(sqlite, "org/sqlite/native/Linux-Musl/x86_64/libsqlitejdbc.so")).isFalse();
    assertThat(Architecture.AARCH64.needs(sqlite, "org/sqlite/JDBC.class")).isTrue();
    assertThat(Architecture.X86_64.needs(library("jna"), "com/sun/jna/aix-ppc/libjnidispatch.a")).isFalse();
    assertThat(Architecture.X86_64.needs(library("jna"), "com/sun/jna/linux-x86-64/libjnidispatch.so")).isTrue();
    assertThat(Architecture.X86_64.needs(library("jna"), "com/sun/jna/ptr/ByReference.class")).isTrue();
    String shaded = "META-INF/native/libio_grpc_netty_shaded_netty_tcnative_";
    assertThat(Architecture.AARCH64.needs(library("grpc-netty-shaded"), shaded + "linux_aarch_64.so")).isTrue();
    assertThat(Architecture.AARCH64.needs(library("grpc-netty-shaded"), shaded + "osx_aarch_64.jnilib")).isFalse();
  }

  @Test
  void whatNothingReadsIsLeftOut() {
    assertThat(List.of("jna-platform", "jna").stream()
        .map(artifact -> new BundledLibrary("net.java.dev.jna", artifact, Optional.empty(), "1", Path.of("x.jar")))
        .map(Architecture.X86_64::needs)).containsExactly(false, true);
  }

  @Test
  void anotherArchitectureIsRefused() {
    assertThatThrownBy(() -> Architecture.named("sparc")).hasMessageContaining("x86-64 or aarch64").hasMessageContaining("sparc");
  }

  @Test
  void copiesOfAJarAreEqualAndHaveWhatIsWanted() throws IOException {
    Path jar = folder.resolve("a.jar");
    try (OutputStream file = Files.newOutputStream(jar); ZipOutputStream out = new ZipOutputStream(file)) {
      for (String name : List.of("z", "keep/1", "drop/1", "a")) {
        out.putNextEntry(new ZipEntry(name));
        out.write(name.getBytes(java.nio.charset.StandardCharsets.UTF_8));
      }
    }
    JarCopy.copy(jar, folder.resolve("b.jar"), name -> !name.startsWith("drop/"));
    JarCopy.copy(jar, folder.resolve("c.jar"), name -> !name.startsWith("drop/"));

    assertThat(folder.resolve("b.jar")).hasSameBinaryContentAs(folder.resolve("c.jar"));
    try (ZipFile copy = new ZipFile(folder.resolve("b.jar").toFile())) {
      assertThat(copy.stream().map(ZipEntry::getName)).containsExactly("z", "keep/1", "a");
      assertThat(copy.getInputStream(copy.getEntry("keep/1")).readAllBytes()).isEqualTo(new byte[] {'k', 'e', 'e', 'p', '/', '1'});
    }
  }

  @Test
  void coordinatesAreReadFromTheFoldersOfARepository() throws IOException {
    Path guava = jar(folder, "com/google/guava/guava/33.8.0-jre/guava-33.8.0-jre.jar");
    Path native64 = jar(folder, "io/netty/netty-tcnative/4.1/netty-tcnative-4.1-linux-x86_64.jar");
    Files.writeString(folder.resolve("com/google/guava/guava/maven-metadata-local.xml"), "not a library");

    assertThat(BundledLibrary.read(folder)).containsExactly(
        new BundledLibrary("com.google.guava", "guava", Optional.empty(), "33.8.0-jre", guava),
        new BundledLibrary("io.netty", "netty-tcnative", Optional.of("linux-x86_64"), "4.1", native64));
    assertThat(BundledLibrary.read(folder).get(1).packageUrl())
        .isEqualTo("pkg:maven/io.netty/netty-tcnative@4.1?classifier=linux-x86_64&type=jar");
  }

  @Test
  void aJarElsewhereInARepositoryIsNamed() throws IOException {
    jar(folder, "guava.jar");

    assertThatThrownBy(() -> BundledLibrary.read(folder)).hasMessageContaining("guava.jar is not where a Maven repository has a jar");
  }

  private static Path jar(Path repository, String place) throws IOException {
    Path file = repository.resolve(place);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, "");
  }
}
