package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Checks on many generated files what {@link HadoopSiteTest} checks on a few. */
class HadoopSitePropertiesTest {
  private static final List<String> NAMES = List.of("a", "b", "terra.agents", "env.PATH", "user.dir", "env.NONE", "c{d");

  /** The documents have few names, so that their properties refer to each other, override each other and make each other final. */
  @Property(tries = 2_000)
  void anyTwoFilesAreReadAlike(@ForAll("documents") String core, @ForAll("documents") String yarn) throws IOException {
    Path made = Files.createTempDirectory("sites");
    List<Path> files = List.of(Files.writeString(made.resolve("core-site.xml"), core),
        Files.writeString(made.resolve("yarn-site.xml"), yarn));
    try {
      assertThat(HadoopSiteTest.ours(files)).isEqualTo(HadoopSiteTest.hadoops(files));
    } finally {
      for (Path file : files) {
        Files.delete(file);
      }
      Files.delete(made);
    }
  }

  @Provide
  Arbitrary<String> documents() {
    Arbitrary<String> names = Arbitraries.of(NAMES);
    Arbitrary<String> pieces = Arbitraries.oneOf(names.map(name -> "${" + name + "}"),
        names.map(name -> "${env." + name + ":-" + name + "}"),
        Arbitraries.of("x", " ", "\n", "$", "{", "}", "${", ":-", "&amp;", "<![CDATA[${a}]]>", "<!-- c -->", "7201", ","));
    Arbitrary<String> values = pieces.list().ofMaxSize(5).map(list -> String.join("", list));
    Arbitrary<String> elements = Combinators.combine(names, values, Arbitraries.of("", "<final>true</final>", "<final>false</final>"))
        .as((name, value, last) -> "<property><name>" + name + "</name><value>" + value + "</value>" + last + "</property>");
    Arbitrary<String> attributes = Combinators.combine(names, names, Arbitraries.of("", " final='true'"))
        .as((name, value, last) -> "<property name='" + name + "' value='${" + value + "}'" + last + "/>");
    return Arbitraries.oneOf(elements, elements, attributes).list().ofMaxSize(6)
        .map(list -> "<configuration>" + String.join("\n", list) + "</configuration>");
  }
}
