package dev.terra.core.wan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesFromOutsideTest {
  /** A site's name is the name of several folders: of its certificates, its spool, its pictures. */
  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a/b", "../a", "a\n", "\u001b[31m", "a\u0000", "\u202ea", " a", "Zürich",
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"})
  void namesThatAreNoFolderOrNoLineAreRefused(String name) {
    assertThatThrownBy(() -> new SiteId(name)).isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("\n").hasMessageNotContaining("\u001b").hasMessageNotContaining("\u202e");
    assertThatThrownBy(() -> AgentId.of("A", name)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void othersAreNot() {
    assertThat(new SiteId("aws-eu-west-1.b_2").name()).isEqualTo("aws-eu-west-1.b_2");
    assertThat(new SiteId("...").name()).isEqualTo("...");
  }
}
