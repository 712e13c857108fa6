package dev.terra.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** Tests of the jar for the ResourceManager's class path: nothing in it can collide with a class of Hadoop's, and it is small. */
class ResourceManagerJarPackagedTest {
  private static final Path JAR = Path.of(System.getProperty("terra.rm.jar", "target/terra-resourcemanager-rm.jar"));
  private static final long MOST_BYTES = 3_000_000;

  @Test
  void allClassesAreUnderOurPackage() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      List<String> names = jar.stream().filter(entry -> !entry.isDirectory()).map(JarEntry::getName).toList();
      assertThat(names).contains("dev/terra/resourcemanager/TerraPlacementProcessor.class",
              "dev/terra/resourcemanager/relocated/node/output/Participation.class",
              "dev/terra/resourcemanager/relocated/core/units/WholeShares.class", "META-INF/LICENSE", "META-INF/NOTICE")
          .allSatisfy(name -> assertThat(name).matches("dev/terra/resourcemanager/.*|META-INF/(MANIFEST.MF|LICENSE|NOTICE)"));
    }
    assertThat(JAR.toFile().length()).isLessThan(MOST_BYTES);
  }
}
