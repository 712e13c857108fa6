package dev.terra.config.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of what an operator sees of files that Hadoop would refuse. A test in terra-shuffle compares this reader with Hadoop's own. */
class SiteXmlTest {
  private static final HadoopSite.Surroundings SURROUNDINGS = new HadoopSite.Surroundings(
      name -> Optional.ofNullable(Map.of("HOME", "/home/t", "EMPTY", "").get(name)),
      name -> Optional.ofNullable(Map.of("user.dir", "/srv").get(name)));

  @TempDir
  private Path folder;

  private Path write(String name, String properties) throws IOException {
    return Files.writeString(folder.resolve(name), "<configuration xmlns:xi='http://www.w3.org/2001/XInclude'>\n" + properties
        + "\n</configuration>\n");
  }

  private HadoopSite site(String properties) throws IOException {
    return HadoopSite.read(List.of(write("yarn-site.xml", properties)), SURROUNDINGS);
  }

  private static String property(String name, String value) {
    return "<property><name>" + name + "</name><value>" + value + "</value></property>";
  }

  @Test
  void aLaterFileOverridesAnEarlierOneUnlessThatIsFinal() throws IOException {
    Path core = write("core-site.xml", property("a", "1") + "<property><name>b</name><value>1</value><final>true</final></property>");
    Path yarn = write("yarn-site.xml", property("a", "2") + property("b", "2") + property("c", "3"));

    HadoopSite site = HadoopSite.read(List.of(core, yarn), SURROUNDINGS);

    assertThat(site.names()).containsExactlyInAnyOrder("a", "b", "c");
    assertThat(site.get("a")).hasValue("2");
    assertThat(site.get("b")).hasValue("1");
    assertThat(site.get("d")).isEmpty();
  }

  @Test
  void blanksAreLeftOutUnlessTheyAreAskedFor() throws IOException {
    HadoopSite site = site(property("a", " x \n") + property("b", "  "));

    assertThat(site.get("a")).hasValue("x");
    assertThat(site.untrimmed("a")).hasValue(" x \n");
    assertThat(site.get("b")).as("only blanks are none").isEmpty();
    assertThat(site.untrimmed("b")).hasValue("  ");
  }

  @Test
  void valuesReferToOthersToJavaAndToTheEnvironment() throws IOException {
    HadoopSite site = site(property("a", "${b}/x") + property("b", "${env.HOME}")
        + property("c", "${user.dir}:${env.NONE-n}:${env.EMPTY:-e}")
        + property("d", "${none}"));

    assertThat(site.get("a")).hasValue("/home/t/x");
    assertThat(site.get("c")).hasValue("/srv:n:e");
    assertThat(site.get("d")).hasValue("${none}");
    assertThat(site.undefined("d")).containsExactly("none");
    assertThat(site.undefined("a")).isEmpty();
    assertThat(site.surroundings("a")).containsExactly("env.HOME");
    assertThat(site.surroundings("d")).isEmpty();
    assertThat(site.surroundings("none")).isEmpty();
  }

  @Test
  void valuesThatReferToEachOtherWithoutEndAreRefusedByName() throws IOException {
    HadoopSite site = site(property("a", "x${b}") + property("b", "y${a}"));

    assertThatThrownBy(() -> site.get("a")).isInstanceOf(ConfigException.class)
        .hasMessage("a: expected at most 20 references to other properties in 'x${b}'");
  }

  @Test
  void anIncludeIsReadWhereItStands() throws IOException {
    write("more.xml", property("a", "2") + property("b", "2"));

    HadoopSite site = site(property("a", "1") + "<xi:include href='more.xml'/>" + property("b", "3"));

    assertThat(site.get("a")).hasValue("2");
    assertThat(site.get("b")).hasValue("3");
  }

  @Test
  void aFallbackCountsOnlyWhereTheIncludeIsMissing() throws IOException {
    write("more.xml", property("a", "included"));
    String fallback = "<xi:fallback>" + property("a", "fallback") + "</xi:fallback></xi:include>";

    assertThat(site("<xi:include href='more.xml'>" + fallback).get("a")).hasValue("included");
    assertThat(site("<xi:include href='none.xml'>" + fallback).get("a")).hasValue("fallback");
  }

  @Test
  void anIncludeThatIsMissingOrElsewhereIsRefusedWithWhatFollows() throws IOException {
    Path file = folder.resolve("yarn-site.xml");

    assertThatThrownBy(() -> site("<xi:include href='none.xml'/>")).isInstanceOf(ConfigException.class)
        .hasMessage(file + ": it includes a file that is not there, and has no xi:fallback: a NodeManager does not start");
    assertThatThrownBy(() -> site("<xi:include href='http://example.org/a.xml'/>")).isInstanceOf(ConfigException.class)
        .hasMessageStartingWith(file + ": it includes http://example.org/a.xml, which is no file");
  }

  @Test
  void aFileThatIncludesItselfEnds() {
    assertThatThrownBy(() -> site("<xi:include href='yarn-site.xml'/>")).isInstanceOf(ConfigException.class)
        .hasMessageContaining("expected includes at most 20 deep; does a file include itself?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<property><name>a</value>", "<property", "&none;"})
  void whatIsNoXmlIsNamedWithItsLine(String text) throws IOException {
    assertThatThrownBy(() -> site(text)).isInstanceOf(ConfigException.class)
        .hasMessageMatching("(?s)" + folder.resolve("yarn-site.xml") + ":\\d+: is no valid XML: .*").message().doesNotContain("\n");
  }

  @Test
  void aFileThatIsMissingIsNamed() {
    Path none = folder.resolve("none.xml");

    assertThatThrownBy(() -> HadoopSite.read(List.of(none), SURROUNDINGS)).isInstanceOf(ConfigException.class)
        .hasMessage(none + ": no such file");
  }

  @Test
  void aPropertyNeedsANameAndAValue() throws IOException {
    HadoopSite site = site("<property><value>1</value></property><property><name>a</name></property><property name='b' value='2'/>"
        + property("c", ""));

    assertThat(site.names()).containsExactly("b");
  }
}
