package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.config.ConfigException;
import dev.terra.config.hadoop.HadoopSite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares what {@code terra check} reads from Hadoop's files with what Hadoop's own {@link Configuration} reads from them. */
class HadoopSiteTest {
  @TempDir Path folder;

  /** Returns what Terra's reader makes of files: all values, or a mark that it refuses the files. */
  static Object ours(List<Path> files) {
    try {
      HadoopSite site = HadoopSite.read(files, HadoopSite.Surroundings.OF_THIS_PROCESS);
      Map<String, Object> all = new TreeMap<>();
      site.names().forEach(name -> all.put(name, value(() -> site.get(name).orElse(""))));
      return all;
    } catch (ConfigException e) {
      return "refused";
    }
  }

  static Object hadoops(List<Path> files) {
    try {
      Configuration configuration = new Configuration(false);
      files.forEach(file -> configuration.addResource(new org.apache.hadoop.fs.Path(file.toUri())));
      Map<String, Object> all = new TreeMap<>();
      configuration.iterator().forEachRemaining(entry -> all.put(entry.getKey(), value(() -> configuration.getTrimmed(entry.getKey()))));
      return all;
    } catch (RuntimeException e) {
      return "refused";
    }
  }

  private interface Value {
    String get();
  }

  private static Object value(Value value) {
    try {
      return value.get();
    } catch (RuntimeException e) {
      return "refused";
    }
  }

  private Path write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private void assertTheSame(String... files) {
    List<Path> paths = List.of(files).stream().map(folder::resolve).toList();
    assertThat(ours(paths)).isEqualTo(hadoops(paths));
  }

  @ParameterizedTest
  @ValueSource(strings = {
      "<property><name>a</name><value>1</value></property><property><name>a</name><value/></property>",
      "<property><name> a </name><value> 1 </value><final>true</final></property><property><name>a</name><value>2</value></property>",
      "<property name='a' value='1' final='true'/><property name='a' value='2'/>",
      "<property name='a' value='1'><value>2</value></property>",
      "<property name='' value='1'/><property><name/><value>2</value></property><property><value>3</value></property>",
      "<property><name>a</name><value>x<!-- no -->y<![CDATA[<z>]]></value></property>",
      "<property><name>a</name><value>&lt;1&#10;2&gt;</value></property>",
      "<property><name>a</name><value>${b}/${b}</value></property><property><name>b</name><value>${c}</value></property>"
          + "<property><name>c</name><value>d</value></property>",
      "<property><name>a</name><value>${b}</value></property><property><name>b</name><value>${a}</value></property>",
      "<property><name>a</name><value>x${a}</value></property>",
      "<property><name>a</name><value>${none}${b}</value></property><property><name>b</name><value>1</value></property>",
      "<property><name>a</name><value>${} ${ b} ${$b} $${b} ${b ${b}</value></property><property><name>b</name><value>1</value></property>",
      "<property><name>a</name><value>${env.PATH} ${env.NONE:-x} ${env.NONE-y} ${env.NONE} ${env.PATH-z}</value></property>",
      "<property><name>a</name><value>${env.:-x}${env.-y}${env.}</value></property>",
      "<property><name>a</name><value>${b:-x}</value></property>",
      "<property><name>a</name><value>${user.name} ${java.io.tmpdir}</value></property>",
      "<property><name>a</name><value>\n  ${b},\n  2\n</value></property><property><name>b</name><value> 1 </value></property>",
      "<other><property><name>a</name><value>1</value></property></other>",
      "<property><name>a</name><value>1</value><final> true </final></property><property><name>a</name><value>2</value></property>",
      "<property><name>a</name><final>true</final></property><property><name>a</name><value>2</value></property>",
      "<property><name>a</name><value>1</value>", "plain", "<property><name>a</name><value>&none;</value></property>"})
  void readsWhatHadoopReads(String properties) throws IOException {
    write("yarn-site.xml", "<?xml version='1.0'?>\n<configuration>" + properties + "</configuration>");
    assertTheSame("yarn-site.xml");
  }

  @Test
  void expandsAsOftenAsHadoop() throws IOException {
    for (int length = 17; length < 24; length++) {
      StringBuilder chain = new StringBuilder("<configuration>");
      for (int i = 0; i < length; i++) {
        chain.append("<property name='p").append(i).append("' value='${p").append(i + 1).append("}'/>");
      }
      write("yarn-site.xml", chain + "<property name='p" + length + "' value='end'/></configuration>");
      assertTheSame("yarn-site.xml");
    }
  }

  @Test
  void includesWhatHadoopIncludes() throws IOException {
    write("inc.xml", "<configuration><property name='a' value='included'/><property name='f' value='1' final='true'/></configuration>");
    write("sub/deep.xml", "<configuration xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='inc.xml'/>"
        + "<property name='d' value='deep'/></configuration>");
    for (String body : List.of("<xi:include href='inc.xml'/>", "<xi:include href='sub/deep.xml'/>", "<xi:include href='none.xml'/>",
        "<xi:include href='none.xml'><xi:fallback><property name='b' value='fallback'/></xi:fallback></xi:include>",
        "<xi:include href='inc.xml'><xi:fallback><property name='b' value='fallback'/></xi:fallback></xi:include>",
        "<xi:include href='none.xml'><xi:fallback/></xi:include><property name='c' value='3'/>",
        "<xi:include href='" + folder.resolve("inc.xml") + "'/>", "<xi:include href='" + folder.resolve("inc.xml").toUri() + "'/>",
        "<xi:include/>", "<xi:include href='none.xml'><xi:fallback><xi:include href='inc.xml'/></xi:fallback></xi:include>")) {
      write("yarn-site.xml", "<configuration xmlns:xi='http://www.w3.org/2001/XInclude'><property name='a' value='before'/>" + body
          + "<property name='f' value='after'/></configuration>");
      assertThat(ours(List.of(folder.resolve("yarn-site.xml")))).as(body).isEqualTo(hadoops(List.of(folder.resolve("yarn-site.xml"))));
    }
  }

  @Test
  void entitiesStandForWhatTheFileSays() throws IOException {
    write("yarn-site.xml", "<!DOCTYPE configuration [<!ENTITY site '10.1.0.200:7201'>]><configuration>"
        + "<property><name>terra.agents</name><value>&site;,10.1.0.201:7201</value></property></configuration>");
    assertTheSame("yarn-site.xml");
  }

  @Test
  void aFileThatIncludesItselfIsRefused() throws IOException {
    Path file = write("yarn-site.xml", "<configuration xmlns:xi='x'><xi:include href='yarn-site.xml'/></configuration>");
    assertThatThrownBy(() -> HadoopSite.read(List.of(file), HadoopSite.Surroundings.OF_THIS_PROCESS))
        .isInstanceOf(ConfigException.class).hasMessageContaining("include itself");
  }

  @Test
  void saysWhatIsDefinedNowhere() throws IOException {
    Path file = write("yarn-site.xml", "<configuration><property name='a' value='${none}/${user.name}'/></configuration>");
    HadoopSite site = HadoopSite.read(List.of(file),
        new HadoopSite.Surroundings(name -> Optional.empty(), name -> Optional.of("ann").filter(value -> name.equals("user.name"))));
    assertThat(site.undefined("a")).contains("none");
  }
}
