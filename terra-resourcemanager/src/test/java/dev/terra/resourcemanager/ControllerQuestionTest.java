package dev.terra.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ControllerQuestionTest {
  private static ControllerQuestion to(String... roots) {
    return new ControllerQuestion(new PlacementSettings.Controllers(List.of(roots).stream().map(URI::create).toList(), null, null));
  }

  @Test
  void shufflesOfAnApplicationCountByTheirOutput() throws IOException {
    try (FakePlacements controller = new FakePlacements()) {
      controller.advises(FakePlacements.row("application_1_1", Map.of("A", 3, "B", 1)),
          FakePlacements.row("application_1_1", Map.of("B", 2)),
          FakePlacements.row("application_1_2", Map.of("C", 1)), "{\"application\": null, \"reducers\": 1, \"outputBytes\": 1}");

      assertThat(to(controller.root()).ask("A=4,B=4")).isEqualTo(Map.of(
          "application_1_1", Map.of("A", 750.0, "B", 1_250.0), "application_1_2", Map.of("C", 1_000.0)));
      assertThat(controller.questions).containsExactly("limit=1000&slots=A=4,B=4");
    }
  }

  @Test
  void anotherControllerIsAskedWhereOneDoesNotAnswer() throws IOException {
    try (FakePlacements controller = new FakePlacements(); FakePlacements broken = new FakePlacements()) {
      broken.status = 503;
      controller.advises(FakePlacements.row("application_1_1", Map.of("A", 1)));
      assertThat(to("http://127.0.0.1:1", broken.root(), controller.root()).ask("")).containsKey("application_1_1");
    }
  }

  @Test
  void whatIsNoAnswerIsRefused() throws IOException {
    try (FakePlacements controller = new FakePlacements()) {
      for (String answer : List.of("", "{}", "[1", "{\"items\": 3}", "<html>")) {
        controller.answer = answer;
        assertThatThrownBy(() -> to(controller.root()).ask("")).as(answer).isInstanceOf(IOException.class);
      }
      controller.advises("{\"application\": \"a\", \"reducers\": -1, \"outputBytes\": 1e999, \"advised\": 5}",
          "{\"application\": \"b\", \"reducers\": 2, \"outputBytes\": 10, \"advised\": [{\"site\": \"A\", \"reducers\": 9}, 7]}");
      assertThat(to(controller.root()).ask("")).isEqualTo(Map.of("b", Map.of()));
    }
  }
}
