package dev.terra.rest.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.rest.Calls;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTest {
  private static final Endpoint.Draft DRAFT = Endpoint.post("/links/{link}/drain").with(Parameter.inPath("link", "Which."),
      Parameter.text("why", "Why."));
  private static final Endpoint DRAIN = DRAFT.access(Access.ADMIN).answers(String.class, call -> call.text("link"));
  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

  private static Optional<String> link(String path) {
    return DRAIN.match(path).map(values -> values.get("link"));
  }

  @Test
  void aPathMatchesPartByPart() {
    assertThat(link("/links/NY:LA/drain")).hasValue("NY:LA");
    assertThat(link("/links/a%2Fb+c%20d/drain")).hasValue("a/b+c d");
    assertThat(link("/links/%E4%B8%AD/drain")).hasValue("\u4e2d");
    assertThat(link("/links//drain")).as("an empty name is one").hasValue("");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/links/NY:LA", "/links/NY:LA/drain/", "/links/NY:LA/Drain", "/link/NY:LA/drain", "/links/a/b/drain", "/"})
  void anyOtherPathDoesNot(String path) {
    assertThat(link(path)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/links/%/drain", "/links/%4/drain", "/links/%zz/drain"})
  void aPathThatIsCutIsABadRequest(String path) {
    assertThatThrownBy(() -> DRAIN.match(path)).isInstanceOfSatisfying(Problem.class,
        problem -> assertThat(problem.status()).isEqualTo(400));
  }

  @ParameterizedTest
  @ValueSource(strings = {"NY:LA", "a b", "a+b", "a/b", "%", "%2F", "?", "#", "\u4e2d\u00e9", "..", "~!$'()*,;&=@", "\ud83d\ude00"})
  void anyNameComesBackFromItsPath(String name) {
    assertThat(link("/links/" + Endpoint.escape(name) + "/drain")).hasValue(name);
  }

  @Test
  void thePathOfACallIsTheOneThatWasAskedFor() {
    assertThat(DRAFT.filled(Calls.call(Map.of("link", "NY/LA x", "why", "rain")))).isEqualTo("/api/v1/links/NY%2FLA%20x/drain");
  }

  @Test
  void aPageIsAPartOfAllWithTheirNumber() {
    Endpoint list = Endpoint.get("/numbers").lists(Integer.class,
        call -> new Listing<>(IntStream.range(0, 25).boxed().toList(), 7, NOW));

    assertThat(page(list, "20", "10")).isEqualTo(new Listing.Page<>(List.of(20, 21, 22, 23, 24), 25, 20, 10, 7, NOW));
    assertThat(page(list, "0", "1").items()).isEqualTo(List.of(0));
    assertThat(page(list, "25", "10").items()).isEmpty();
    assertThat(page(list, "10000000", "1000").items()).isEmpty();
  }

  private static Listing.Page<?> page(Endpoint list, String offset, String limit) {
    Reply reply = list.handler().apply(Calls.call(Map.of("offset", offset, "limit", limit)));
    return (Listing.Page<?>) ((Reply.Json) reply).value();
  }

  @Test
  void aCallGivesItsParametersByKind() {
    Call call = Calls.call(Map.of("n", "12", "at", "2026-01-31T12:00:00Z", "on", "true"));

    assertThat(call.whole("n")).isEqualTo(12);
    assertThat(call.time("at")).hasValue(NOW);
    assertThat(call.flag("on")).hasValue(true);
    assertThat(call.time("none")).isEmpty();
    assertThat(call.flag("none")).isEmpty();
    assertThatThrownBy(() -> call.text("none")).isInstanceOf(Problem.class).hasMessage("expected the parameter 'none'");
    assertThatThrownBy(() -> call.body(String.class)).isInstanceOf(Problem.class).hasMessage("expected a JSON body");
  }

  @Test
  void aProblemSaysWhatToDoNext() {
    assertThat(Problem.notFound("no such").status()).isEqualTo(404);
    assertThat(Problem.later(429, "wait", 3).retryAfterSeconds()).hasValue(3);
    assertThat(Problem.later(429, "wait", 3).isOutcomeUnknown()).isFalse();
    assertThat(Problem.unknown("maybe", 4).isOutcomeUnknown()).isTrue();
    assertThat(Problem.unknown("maybe", 4).status()).isEqualTo(503);
    assertThat(Problem.of(409, "no").parameter()).isEmpty();
    assertThat(Problem.of(409, "no").retryAfterSeconds()).isEmpty();
    assertThat(Problem.badParameter("n", "no").parameter()).hasValue("n");
  }
}
