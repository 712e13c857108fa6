package dev.terra.rest.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.rest.Calls;
import dev.terra.rest.api.Content;
import dev.terra.rest.api.Problem;
import dev.terra.rest.api.Reply;
import dev.terra.rest.http.HttpAnswer;
import dev.terra.rest.http.HttpCall;
import dev.terra.rest.json.RestJson;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class AnswersTest {
  private static final HttpCall GET = Calls.http("GET", "/api/v1/x");
  private static final HttpCall GZIPPED = Calls.http("GET", "/api/v1/x", "Accept-Encoding", "br, gzip;q=0.5");
  private static final Reply SMALL = new Reply.Json(List.of(1, 2));
  private static final Reply LARGE = new Reply.Json(IntStream.range(0, 1_000).boxed().toList());

  private static byte[] body(HttpAnswer answer) {
    return answer.body().bytes();
  }

  @Test
  void anAnswerToAReadHasATagByWhichItIsNotSentAgain() {
    HttpAnswer first = Answers.of(GET, SMALL);
    String tag = first.headers().get("ETag");
    HttpAnswer again = Answers.of(Calls.http("GET", "/api/v1/x", "If-None-Match", "\"other\", " + tag), SMALL);

    assertThat(first.status()).isEqualTo(200);
    assertThat(body(first)).asString().isEqualTo("[1,2]");
    assertThat(first.headers()).containsEntry("Cache-Control", "no-cache").containsEntry("Content-Type", "application/json");
    assertThat(again.status()).isEqualTo(304);
    assertThat(again.body().length()).isZero();
    assertThat(again.headers()).containsEntry("ETag", tag).doesNotContainKey("Content-Type");
    assertThat(Answers.of(GET, new Reply.Json(List.of(1, 3))).headers().get("ETag")).isNotEqualTo(tag);
  }

  @Test
  void anAnswerToAWriteIsNeverKept() {
    HttpAnswer answer = Answers.of(Calls.http("POST", "/api/v1/x", "Accept-Encoding", "gzip"), LARGE);

    assertThat(answer.headers()).containsEntry("Cache-Control", "no-store").doesNotContainKeys("ETag", "Content-Encoding");
  }

  @Test
  void onlyWhatIsLargeIsCompressedAndOnlyForThoseThatTakeIt() throws IOException {
    assertThat(Answers.of(GZIPPED, SMALL).headers()).doesNotContainKey("Content-Encoding");
    assertThat(Answers.of(GET, LARGE).headers()).doesNotContainKey("Content-Encoding");

    HttpAnswer small = Answers.of(GZIPPED, LARGE);
    assertThat(small.headers()).containsEntry("Content-Encoding", "gzip").containsEntry("Vary", "Accept-Encoding, Authorization");
    assertThat(small.body().length()).isLessThan(Answers.of(GET, LARGE).body().length());
    assertThat(new GZIPInputStream(new ByteArrayInputStream(body(small))).readAllBytes()).isEqualTo(body(Answers.of(GET, LARGE)));
    assertThat(small.headers().get("ETag")).as("of the content, however it is sent")
        .isEqualTo(Answers.of(GET, LARGE).headers().get("ETag"));
  }

  @Test
  void aHeadHasTheHeadersOfAGet() {
    assertThat(Answers.of(Calls.http("HEAD", "/api/v1/x"), LARGE).headers()).isEqualTo(Answers.of(GET, LARGE).headers());
  }

  @Test
  void aProblemIsADocumentWithItsStatusAndItsParameter() throws IOException {
    HttpAnswer answer = Answers.problem(GET, Problem.badParameter("limit", "expected 'limit' to be 1 to 10, got 0"));
    JsonNode json = RestJson.mapper().readTree(body(answer));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.headers()).containsEntry("Content-Type", "application/problem+json").containsEntry("Cache-Control", "no-store")
        .doesNotContainKeys("Retry-After", "WWW-Authenticate");
    assertThat(json.path("title").asText()).isEqualTo("Bad Request");
    assertThat(json.path("status").asInt()).isEqualTo(400);
    assertThat(json.path("detail").asText()).isEqualTo("expected 'limit' to be 1 to 10, got 0");
    assertThat(json.path("instance").asText()).isEqualTo("/api/v1/x");
    assertThat(json.path("parameter").asText()).isEqualTo("limit");
  }

  @Test
  void aProblemSaysWhenToComeAgainAndHowToSayWhoOneIs() {
    assertThat(Answers.problem(GET, Problem.later(429, "wait", 7)).headers()).containsEntry("Retry-After", "7");
    assertThat(Answers.problem(GET, Problem.of(401, "who is it?")).headers()).containsEntry("WWW-Authenticate", "Bearer realm=\"terra\"");
  }

  @Test
  void aMethodThatAPathDoesNotHaveIsNamedWithThoseThatItHas() {
    HttpAnswer answer = Answers.notAllowed(Calls.http("DELETE", "/api/v1/links"), "GET, HEAD");

    assertThat(answer.status()).isEqualTo(405);
    assertThat(answer.headers()).containsEntry("Allow", "GET, HEAD");
    assertThat(body(answer)).asString().contains("expected one of GET, HEAD for /api/v1/links, got DELETE");
  }

  @Test
  void whatWasEncodedBeforeIsSentAsItIs() {
    Content plain = new Content(new byte[] {1, 2});
    Content gzipped = new Content(new byte[] {3});
    Reply reply = new Reply.Encoded(plain, gzipped, "v7");

    assertThat(Answers.of(GET, reply).body()).isSameAs(plain);
    assertThat(Answers.of(GZIPPED, reply).body()).isSameAs(gzipped);
    assertThat(Answers.of(GET, reply).headers()).containsEntry("ETag", "\"v7\"");
  }

  @Test
  void everyAnswerForbidsABrowserToGuessAndToEmbed() {
    Map<String, String> headers = Answers.secured(Answers.of(GET, SMALL)).headers();

    assertThat(headers).containsAllEntriesOf(Answers.SECURITY).containsEntry("X-Content-Type-Options", "nosniff")
        .containsEntry("X-Frame-Options", "DENY");
  }
}
