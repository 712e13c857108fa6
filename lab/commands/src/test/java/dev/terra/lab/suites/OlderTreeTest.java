package dev.terra.lab.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.cli.progress.Progress;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OlderTreeTest {
  @TempDir
  private Path noRepository;

  @Test
  void whatIsWrongIsSaid() {
    assertThat(OlderTree.problem(List.of("a line", "[ERROR] Foo.java: no such class", "[ERROR] For more information")))
        .contains("Foo.java");
    assertThat(OlderTree.problem(List.of("Preparing", "fatal: invalid reference: v9"))).isEqualTo("fatal: invalid reference: v9");
    assertThat(OlderTree.problem(List.of("one", "two"))).isEqualTo("two");
    assertThat(OlderTree.problem(List.of())).isEqualTo("it said nothing");
  }

  @Test
  void whereNoHistoryIsNothingIsBuilt() {
    Progress progress = new Progress(() -> new PrintWriter(new StringWriter()), System::nanoTime);
    assertThatThrownBy(() -> OlderTree.build(noRepository, "v9", progress)).isInstanceOf(IOException.class).hasMessageContaining("v9");
  }
}
