package dev.terra.rules.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every picture of docs/pictures is what its text says. To draw them anew:
 * {@code mvn test -pl build/rules -am -Dtest=PicturesTest -Dsurefire.failIfNoSpecifiedTests=false -Dterra.docs=write}.
 */
class PicturesTest {
  private static final Path FOLDER = Path.of("..", "..", "docs", "pictures");

  static List<Path> sources() throws IOException {
    return list(".txt");
  }

  @ParameterizedTest
  @MethodSource("sources")
  void aPictureIsWhatItsTextSays(Path source) throws IOException {
    Path picture = Path.of(source.toString().replace(".txt", ".svg"));
    String drawn = Pictures.draw(Files.readString(source));
    if ("write".equals(System.getProperty("terra.docs"))) {
      Files.writeString(picture, drawn);
    }
    assertThat(picture).content().isEqualTo(drawn);
  }

  @Test
  void thereAreSixPicturesAtLeastAndEachHasItsText() throws IOException {
    assertThat(list(".svg")).hasSizeGreaterThanOrEqualTo(6)
        .allSatisfy(picture -> assertThat(Path.of(picture.toString().replace(".svg", ".txt"))).exists());
  }

  @Test
  void whatIsNotUnderstoodIsAnError() {
    assertThatThrownBy(() -> Pictures.draw("pie: Cake\nbar a | 1 | 2")).hasMessageContaining("pie: Cake");
    assertThatThrownBy(() -> Pictures.draw("boxes: B\nbox a 1 1 4 2 A\na ? b")).hasMessageContaining("a ? b");
    assertThatThrownBy(() -> Pictures.draw("curves: C\naxes 1 | s | m\ncurve a | 1 2\nline b | 1 2")).hasMessageContaining("line b");
    assertThatThrownBy(() -> Pictures.draw("sequence 100: S\nwho a A\na > b: x")).hasMessageContaining("b");
  }

  private static List<Path> list(String end) throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
    }
  }
}
