package dev.terra.rest.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.rest.Calls;
import dev.terra.rest.api.Problem;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class WanNamesTest {
  private static final LinkId AB = new LinkId(new SiteId("A"), new SiteId("B"));
  private static final LinkId BC = new LinkId(new SiteId("B"), new SiteId("C"));

  private final WanNames names = new WanNames(new Wan("w", Stream.of("A", "B", "C").map(Site::of).toList(),
      Stream.of(AB, AB.reversed(), BC).map(id -> new Link(id, new Bandwidth(1), Duration.ZERO, OptionalDouble.empty())).toList()));

  private static void refused(int status, String message, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOfSatisfying(Problem.class, problem -> assertThat(problem.status()).isEqualTo(status))
        .hasMessageContaining(message);
  }

  @Test
  void aLinkIsOneDirectionOrBoth() {
    assertThat(names.link("link", "A:B").links()).containsExactly(AB);
    assertThat(names.link("link", "A::B").links()).containsExactlyInAnyOrder(AB, AB.reversed());
  }

  @Test
  void whatIsNoLinkNamesItsParameter() {
    assertThatThrownBy(() -> names.link("from", "A")).isInstanceOfSatisfying(Problem.class,
        problem -> assertThat(problem.parameter()).hasValue("from"));
  }

  @Test
  void aPathNamesItsSites() {
    assertThat(names.path("path", "A:B:C")).isEqualTo(Path.of("A", "B", "C"));
    refused(400, "", () -> names.path("path", "A:A"));
  }

  @Test
  void aLinkInAPathIsThereOrNotFound() {
    assertThat(names.link(Calls.call(Map.of("link", "A:B"))).link()).isEqualTo(AB);
    refused(404, "no link C:B in w; its links from C are []", () -> names.link(Calls.call(Map.of("link", "C:B"))));
    refused(404, "no link X:B in w", () -> names.link(Calls.call(Map.of("link", "X:B"))));
    refused(404, "", () -> names.link(Calls.call(Map.of("link", "nonsense"))));
  }

  @Test
  void aQueryMayLeaveTheLinkOut() {
    assertThat(names.over(Calls.call(Map.of()))).isEmpty();
    assertThat(names.over(Calls.call(Map.of("link", "B:C")))).hasValue(List.of(BC));
    refused(400, "no link C:A in w; GET /api/v1/links lists them", () -> names.over(Calls.call(Map.of("link", "C:A"))));
  }

  @Test
  void anIdThatNoShuffleCanHaveIsNotFound() {
    assertThat(ShuffleIds.of("job_1/a").value()).isEqualTo("job_1/a");
    refused(404, "", () -> ShuffleIds.of(""));
    refused(404, "", () -> ShuffleIds.of("x".repeat(257)));
  }
}
