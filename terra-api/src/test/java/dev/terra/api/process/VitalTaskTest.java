package dev.terra.api.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VitalTaskTest {
  private final List<Integer> codes = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();

  @Test
  void aTaskThatGoesWellEndsNothing() {
    new VitalTask(() -> { }, ProcessEnd.of("the test", (line, thrown) -> lines.add(line), codes::add)).run();
    assertThat(codes).isEmpty();
  }

  @Test
  void errorsAndExceptionsEndTheProcessAndAreNotSwallowed() {
    VitalTask error = new VitalTask(() -> {
      throw new NoClassDefFoundError("gone");
    }, ProcessEnd.of("the test", (line, thrown) -> lines.add(line), codes::add));
    VitalTask exception = new VitalTask(() -> {
      throw new IllegalStateException("wrong");
    }, ProcessEnd.of("the test", (line, thrown) -> lines.add(line), codes::add));

    assertThatThrownBy(error::run).isInstanceOf(NoClassDefFoundError.class);
    assertThatThrownBy(exception::run).isInstanceOf(IllegalStateException.class);
    assertThat(codes).containsExactly(ProcessEnd.EXIT_CODE, ProcessEnd.EXIT_CODE);
    assertThat(lines).hasSize(2).allMatch(line -> line.equals("the test cannot go on and ends with exit code 70; start it again"));
  }

  @Test
  void aLogThatFailsDoesNotKeepTheProcess() {
    VitalTask task = new VitalTask(() -> {
      throw new OutOfMemoryError("none left");
    }, ProcessEnd.of("the test", (line, thrown) -> {
      throw new OutOfMemoryError("not even for a line");
    }, codes::add));

    assertThatThrownBy(task::run).isInstanceOf(OutOfMemoryError.class);
    assertThat(codes).containsExactly(ProcessEnd.EXIT_CODE);
  }
}
