package dev.terra.core.wan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WanNotationTest {
  private static final LinkId WEST_EAST = LinkId.of("eu-west-1", "us-east-1");
  private static final LinkId WEST_CENTRAL = LinkId.of("eu-west-1", "eu-central-1");
  private static final LinkId CENTRAL_EAST = LinkId.of("eu-central-1", "us-east-1");

  private static List<LinkId> cloud() {
    return List.of(WEST_EAST, WEST_EAST.reversed(), WEST_CENTRAL, WEST_CENTRAL.reversed(), CENTRAL_EAST, CENTRAL_EAST.reversed());
  }

  /** Returns links whose notation is ambiguous: {@code a-b-c} may be the link from a to b-c, or the link from a-b to c. */
  private static List<LinkId> unclear() {
    return List.of(LinkId.of("a", "b-c"), LinkId.of("a-b", "c"), LinkId.of("a", "b"), LinkId.of("b", "c"));
  }

  private static List<LinkId> notAsked() {
    throw new AssertionError("nobody needs to know the links");
  }

  @Test
  void oneColonIsOneDirectionAndTwoAreBoth() {
    assertThat(WanNotation.link("eu-west-1:us-east-1", WanNotationTest::notAsked)).isEqualTo(new LinkChoice(WEST_EAST, false));
    assertThat(WanNotation.link("eu-west-1::us-east-1", WanNotationTest::notAsked).links())
        .containsExactly(WEST_EAST, WEST_EAST.reversed());
    assertThat(WanNotation.path("eu-west-1:eu-central-1:us-east-1", WanNotationTest::notAsked))
        .isEqualTo(Path.of("eu-west-1", "eu-central-1", "us-east-1"));
  }

  @Test
  void whatIsWrittenIsRead() {
    for (boolean both : List.of(true, false)) {
      LinkChoice choice = new LinkChoice(WEST_EAST, both);
      assertThat(WanNotation.link(choice.toString(), WanNotationTest::notAsked)).isEqualTo(choice);
    }
    Path path = Path.of("-", ".a", "_", "A-B");
    assertThat(WanNotation.path(path.toString(), WanNotationTest::notAsked)).isEqualTo(path);
    assertThat(WEST_EAST).hasToString("eu-west-1:us-east-1");
  }

  @Test
  void olderFormsAreReadWhereTheyMeanOneThing() {
    assertThat(WanNotation.link("eu-west-1->us-east-1", WanNotationTest::notAsked)).isEqualTo(new LinkChoice(WEST_EAST, false));
    assertThat(WanNotation.link("a-->b", WanNotationTest::notAsked).link()).isEqualTo(LinkId.of("a-", "b"));
    assertThat(WanNotation.link("eu-west-1-us-east-1", WanNotationTest::cloud)).isEqualTo(new LinkChoice(WEST_EAST, true));
    assertThat(WanNotation.path("eu-west-1-eu-central-1-us-east-1", WanNotationTest::cloud))
        .isEqualTo(Path.of("eu-west-1", "eu-central-1", "us-east-1"));
    assertThat(WanNotation.path("eu-west-1->eu-central-1", WanNotationTest::notAsked)).isEqualTo(Path.of("eu-west-1", "eu-central-1"));
  }

  @Test
  void anOlderFormThatMayBeSeveralThingsNamesThem() {
    assertThatThrownBy(() -> WanNotation.link("a-b-c", WanNotationTest::unclear)).isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected a link as A:B").hasMessageEndingWith("got 'a-b-c', which may be a-b::c or a::b-c");
    assertThatThrownBy(() -> WanNotation.path("a-b-c", WanNotationTest::unclear)).hasMessageContaining("expected a path as A:C:B")
        .hasMessageEndingWith("which may be a-b:c or a:b-c or a:b:c");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":", "::", "A", "A:", ":B", "A:B:C", "A::B::C", "A:::B", "A:A", "A->",
      "A->B->C", "eu-west-1-nowhere", "A>B", "A B"})
  void whatIsNoLinkIsRefused(String text) {
    assertThatThrownBy(() -> WanNotation.link(text, WanNotationTest::cloud)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":", "A", "A:", "A::B", "A:B:A", "eu-west-1", "eu-west-1-", "eu-west-1-nowhere"})
  void whatIsNoPathIsRefused(String text) {
    assertThatThrownBy(() -> WanNotation.path(text, WanNotationTest::cloud)).isInstanceOf(IllegalArgumentException.class);
  }
}
