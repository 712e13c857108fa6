package dev.terra.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlMapTest {
  private static YamlMap map(String text) {
    return YamlMap.of(YamlFile.parse(Path.of("t.yaml"), text));
  }

  @Test
  void valuesAreInTheFilesOrder() {
    assertThat(map("b: 1\na: 2\nc: 3\n").values().keySet()).containsExactly("b", "a", "c");
    assertThatThrownBy(() -> map("b: 1\n").values().clear()).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void linesAreThoseOfTheValues() {
    YamlMap map = map("# a comment\na: 1\nb:\n  - x\n");

    assertThat(map.line()).isEqualTo(2);
    assertThat(map.line("b")).isEqualTo(4);
    assertThat(map.line("none")).as("the mapping's own").isEqualTo(2);
  }

  @Test
  void aKeyThatIsNeededIsMissedByName() {
    YamlMap map = map("a: 1\n");

    assertThat(map.has("b")).isFalse();
    assertThat(map.get("b")).isEmpty();
    assertThat(map.optionalText("b")).isEmpty();
    assertThat(map.number("b")).isEmpty();
    assertThat(map.texts("b")).isEmpty();
    assertThatThrownBy(() -> map.text("b")).isInstanceOf(ConfigException.class).hasMessage("t.yaml:1: expected the key 'b' in the file");
  }

  @Test
  void valuesAreReadByTheirKind() {
    YamlMap map = map("text: ' x '\nnumber: -0.5\nlist: [a, 1, true]\n");

    assertThat(map.text("text")).isEqualTo(" x ");
    assertThat(map.optionalText("text")).hasValue(" x ");
    assertThat(map.number("number")).hasValue(-0.5);
    assertThat(map.texts("list")).containsExactly("a", "1", "true");
    assertThatThrownBy(() -> map.number("text")).hasMessage("t.yaml:1: expected 'text' in the file to be a number, got ' x '");
    assertThatThrownBy(() -> map.texts("text")).hasMessage("t.yaml:1: expected 'text' in the file to be a list, got ' x '");
  }

  @Test
  void aMappingWithinIsNamedWithWhatIsAboveIt() {
    YamlMap inner = YamlMap.of(map("sites:\n  A:\n    hosts: many\n").need("sites"));
    YamlMap site = YamlMap.of(inner.need("A"), "site A", List.of("hosts"));

    assertThatThrownBy(() -> site.number("hosts")).hasMessage("t.yaml:3: expected 'hosts' in site A to be a number, got 'many'");
    assertThatThrownBy(() -> YamlMap.of(inner.need("A"), "site A", List.of("links")))
        .hasMessage("t.yaml:3: unknown key 'hosts' in site A; expected one of [links]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"~", "null", "NULL", "''", "' '", "[]", "{}"})
  void nothingIsNoText(String value) {
    assertThatThrownBy(() -> map("a: " + value + "\n").text("a")).isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("t.yaml:1: expected 'a' in the file to be a plain value");
  }

  @ParameterizedTest
  @ValueSource(strings = {"'null'", "\"~\""})
  void aQuotedWordIsText(String value) {
    assertThat(map("a: " + value + "\n").text("a")).isEqualTo(value.substring(1, value.length() - 1));
  }

  @Test
  void aKeyThatIsNoPlainValueIsRefused() {
    assertThatThrownBy(() -> map("[a, b]: 1\n")).isInstanceOf(ConfigException.class).hasMessageStartingWith("t.yaml: is no valid YAML: ");
  }

  @Test
  void flagsAndWholeNumbersHaveBounds() {
    YamlMap map = map("on: true\noff: false\none: 1\n");

    assertThat(map.need("on").flag()).isTrue();
    assertThat(map.need("off").flag()).isFalse();
    assertThat(map.need("one").whole(1, 1)).isEqualTo(1);
    assertThatThrownBy(() -> map.need("one").whole(2, 9)).hasMessage("t.yaml:3: expected 'one' in the file to be a whole number "
        + "from 2 to 9, got '1'");
    assertThatThrownBy(() -> map.need("one").flag()).hasMessage("t.yaml:3: expected 'one' in the file to be true or false, got '1'");
  }
}
