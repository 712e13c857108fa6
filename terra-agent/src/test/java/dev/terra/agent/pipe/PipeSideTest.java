package dev.terra.agent.pipe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the notices that one side of a pipe gets. */
class PipeSideTest {
  private final List<String> heard = new ArrayList<>();
  private final PipeSide side = new PipeSide() {
    @Override
    protected void silent(boolean now, String reason) {
      heard.add((now ? "silent: " : "heard: ") + reason);
    }

    @Override
    public void closing(String reason) {
      heard.add("closing: " + reason);
    }

    @Override
    protected void close(String reason) {
      heard.add("closed: " + reason);
    }
  };

  @Test
  void itIsHeardAgainWhenNeitherItsLinkNorOneFurtherOnIsSilent() {
    side.link(true, "1");
    side.beyond(true, "2");
    side.link(false, "3");
    side.link(false, "4");
    side.beyond(false, "5");
    assertThat(heard).containsExactly("silent: 1", "heard: 5");
  }

  @Test
  void itEndsOnceAndHearsNothingAfterwards() {
    side.end("1");
    side.end("2");
    side.link(true, "3");
    assertThat(heard).containsExactly("closed: 1");
  }
}
