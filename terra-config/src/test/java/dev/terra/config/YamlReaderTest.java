package dev.terra.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlReaderTest {
  private static final Path FILE = Path.of("t.yaml");

  private record Inner(String text, Double number) {}

  private record Keys(
      String name, Integer port, Long bytes, Double share, Boolean on, List<String> folders, Map<String, Inner> inner, Inner one) {}

  @TempDir
  private Path directory;

  private static Keys read(String text) {
    return YamlRecords.read(YamlFile.parse(FILE, text), Keys.class);
  }

  private static void refused(String text, String message) {
    assertThatThrownBy(() -> read(text)).isInstanceOf(ConfigException.class).hasMessage(message);
  }

  @Test
  void everyKindOfValueIsRead() {
    Keys keys = read("""
        name: "a: b"
        port: 7200
        bytes: 10000000000
        share: 1e-3
        on: false
        folders: [/a, '/b c']
        inner: {B: {text: x}, C: {number: .5}}
        one: {text: 5, number: -2}
        """);

    assertThat(keys).isEqualTo(new Keys("a: b", 7200, 10_000_000_000L, 0.001, false, List.of("/a", "/b c"),
        Map.of("B", new Inner("x", null), "C", new Inner(null, 0.5)), new Inner("5", -2.0)));
  }

  @Test
  void keysThatAreMissingAreNull() {
    assertThat(read("{}")).isEqualTo(new Keys(null, null, null, null, null, null, null, null));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
      "colour: red        | unknown key 'colour' in the file; expected one of [name, port, bytes, share, on, folders, inner, one]",
      "one: {tekst: x}    | unknown key 'tekst' in 'one' in the file; expected one of [text, number]",
      "name: two          | the key 'name' is given twice in the file, first in line 1",
      "one: {text: a, text: a} | the key 'text' is given twice in 'one' in the file, first in line 2",
      "port: many         | expected 'port' in the file to be a whole number, got 'many'",
      "port: 2147483648   | expected 'port' in the file to be a whole number from -2147483648 to 2147483647, got '2147483648'",
      "port: 1.0          | expected 'port' in the file to be a whole number, got '1.0'",
      "port: true         | expected 'port' in the file to be a whole number, got 'true'",
      "share: true        | expected 'share' in the file to be a number, got 'true'",
      "share: .nan        | expected 'share' in the file to be a number, got '.nan'",
      "share: NaN         | expected 'share' in the file to be a number, got 'NaN'",
      "share: .inf        | expected 'share' in the file to be a number, got '.inf'",
      "share: 1e999       | expected 'share' in the file to be a number, got '1e999'",
      "share: 1d          | expected 'share' in the file to be a number, got '1d'",
      "on: yes            | expected 'on' in the file to be true or false, got 'yes'",
      "on: 1              | expected 'on' in the file to be true or false, got '1'",
      "bytes:             | expected 'bytes' in the file to be a whole number, got ''",
      "folders: /a        | expected 'folders' in the file to be a list, got '/a'",
      "folders: [{a: b}]  | expected 'folders' in the file to be a plain value",
      "folders: [~]       | expected 'folders' in the file to be a plain value, got '~'",
      "inner: []          | expected 'inner' in the file to be a mapping",
      "one: x             | expected 'one' in the file to be a mapping with the keys [text, number], got 'x'"})
  void whatCannotBeUsedIsNamedWithItsLine(String line, String message) {
    refused("name: one\n" + line + "\n", "t.yaml:2: " + message);
  }

  @Test
  void aValueOfSeveralLinesIsNamedWhereItBegins() {
    refused("one:\n  text: a\n  number: b\n", "t.yaml:3: expected 'number' in 'one' in the file to be a number, got 'b'");
  }

  @Test
  void textAfterTheEndIsAnError() {
    assertThatThrownBy(() -> read("name: a\n---\nname: b\n")).hasMessageContaining("t.yaml:2: is no valid YAML: ");
    assertThatThrownBy(() -> read("name: a\n...\nname: b\n")).isInstanceOf(ConfigException.class).hasMessageContaining("is no valid YAML");
    assertThat(read("---\nname: a\n...\n").name()).isEqualTo("a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a: [", "a: b: c", "\tname: a", "name: \u0000"})
  void whatIsNoYamlIsRefusedInOneLine(String text) {
    assertThatThrownBy(() -> read(text)).isInstanceOf(ConfigException.class).hasMessageStartingWith("t.yaml")
        .hasMessageContaining("is no valid YAML").message().doesNotContain("\n");
  }

  @Test
  void anEmptyFileAndOneThatIsNoMappingAreRefused() {
    refused("", "t.yaml: is empty; expected keys and values");
    assertThatThrownBy(() -> read("- a\n")).hasMessageStartingWith("t.yaml:1: expected the file to be a mapping with the keys [name");
  }

  @Test
  void aByteOrderMarkIsAccepted() throws IOException {
    Path file = Files.writeString(directory.resolve("bom.yaml"), "\uFEFFname: a\n");

    assertThat(YamlRecords.read(YamlFile.read(file, 100), Keys.class).name()).isEqualTo("a");
  }

  @Test
  void filesThatCannotBeReadAreNamed() throws IOException {
    Path none = directory.resolve("none.yaml");
    Path large = Files.writeString(directory.resolve("large.yaml"), "name: abc");
    Path latin = Files.write(directory.resolve("latin.yaml"), "name: \u00e9".getBytes(StandardCharsets.ISO_8859_1));

    assertThatThrownBy(() -> YamlFile.read(none, 100)).hasMessage(none + ": no such file");
    assertThatThrownBy(() -> YamlFile.read(large, 8)).hasMessage(large + ": expected at most 8 bytes, got 9");
    assertThatThrownBy(() -> YamlFile.read(latin, 100)).hasMessage(latin + ": is not UTF-8 text");
  }

  @Test
  void aProblemOfAKeyIsToldWithItsLine() {
    YamlValue root = YamlFile.parse(FILE, "name: a\none:\n  text: x\n");

    assertThat(YamlMap.locate(root, ConfigException.ofKey("one.text", "expected more"))).hasMessage("t.yaml:3: one.text: expected more");
    assertThat(YamlMap.locate(root, ConfigException.ofKey("one.number", "expected one"))).hasMessage("t.yaml:3: one.number: expected one");
    assertThat(YamlMap.locate(root, ConfigException.ofKey("port", "expected one"))).hasMessage("t.yaml: port: expected one");
    assertThat(YamlMap.locate(root, new ConfigException("something else"))).hasMessage("t.yaml: something else");
  }
}
