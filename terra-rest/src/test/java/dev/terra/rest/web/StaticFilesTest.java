package dev.terra.rest.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.rest.Calls;
import dev.terra.rest.http.HttpAnswer;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests with the class files of this module in place of a dashboard's files. */
class StaticFilesTest {
  private final StaticFiles files = new StaticFiles("/dev/terra/rest/web/");

  private Optional<HttpAnswer> get(String path, String... headers) {
    return files.find(Calls.http("GET", path, headers));
  }

  @Test
  void aFileIsFoundByItsNameWithATag() {
    HttpAnswer answer = get("/StaticFiles.class").orElseThrow();

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.headers()).containsEntry("Content-Type", "application/octet-stream").containsEntry("Cache-Control", "no-cache");
    assertThat(answer.body().length()).isPositive();
    assertThat(get("/StaticFiles.class", "If-None-Match", answer.headers().get("ETag"))).get().extracting(HttpAnswer::status)
        .isEqualTo(304);
    assertThat(get("/StaticFiles.class", "Accept-Encoding", "gzip")).get()
        .satisfies(small -> assertThat(small.headers()).containsEntry("Content-Encoding", "gzip"));
  }

  @Test
  void aFileIsReadOnce() {
    assertThat(get("/StaticFiles.class").orElseThrow().body()).isSameAs(get("/StaticFiles.class").orElseThrow().body());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/../api/Access.class", "/./StaticFiles.class", "/..%2f/x.class", "//StaticFiles.class", "/.hidden",
      "/a/../StaticFiles.class", "/StaticFiles.class/", "/none.js", "/a b.js"})
  void noNameLeadsOutOfTheFolder(String path) {
    assertThat(get(path)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/links", "/shuffles/job_1"})
  void aPathOfThePagesOwnIsThePage(String path) {
    HttpAnswer answer = get(path).orElseThrow();

    assertThat(answer.headers()).containsEntry("Content-Type", "text/html; charset=utf-8");
    assertThat(answer.body().bytes()).asString().contains("This build has no dashboard.").contains("/api/v1/status");
  }
}
