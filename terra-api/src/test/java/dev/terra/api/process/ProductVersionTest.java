package dev.terra.api.process;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class ProductVersionTest {
  @Test
  void isTheOneOfTheModules() throws IOException {
    String pom = Files.readString(Path.of("pom.xml"));

    String parent = pom.substring(pom.indexOf("<parent>"), pom.indexOf("</parent>"));

    assertTrue(parent.replace("-SNAPSHOT", "").contains("<version>" + ProductVersion.NUMBER + "</version>"), parent);
  }
}
