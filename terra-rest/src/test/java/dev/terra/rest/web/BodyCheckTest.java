package dev.terra.rest.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.rest.api.Problem;
import dev.terra.rest.whatif.WhatIfRequest;
import dev.terra.rest.whatif.WhatIfRequest.NewCapacity;
import dev.terra.rest.whatif.WhatIfRequest.NewLink;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodyCheckTest {
  private static WhatIfRequest request(List<String> removed, List<NewLink> links, Integer paths) {
    return new WhatIfRequest(removed, List.of(), List.of(), links, List.of(), paths);
  }

  private static void refused(WhatIfRequest request, String member, String message) {
    assertThatThrownBy(() -> BodyCheck.check(request)).isInstanceOfSatisfying(Problem.class,
        problem -> assertThat(problem.parameter()).hasValue(member)).hasMessage(message);
  }

  @Test
  void whatMayBeLeftOutIsLeftOut() {
    BodyCheck.check(new WhatIfRequest(null, null, null, null, null, null));
    BodyCheck.check(request(List.of("A:B"), List.of(new NewLink("A:C", 1, null)), 64));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 65, Integer.MIN_VALUE})
  void aNumberIsWithinItsBounds(int paths) {
    refused(request(List.of(), List.of(), paths), "pathsPerPair", "expected 'pathsPerPair' to be 1.0 to 64.0, got " + paths);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.99, 1.1e13, Double.NaN, Double.NEGATIVE_INFINITY})
  void aRecordWithinIsCheckedToo(double capacity) {
    refused(request(List.of(), List.of(new NewLink("A:C", capacity, null)), null), "capacityBytesPerSecond",
        "expected 'capacityBytesPerSecond' to be 1.0 to 1.0E13, got " + capacity);
  }

  @Test
  void aMemberThatIsNeededIsMissed() {
    refused(request(List.of(), List.of(new NewLink(null, 1, null)), null), "link", "expected 'link'");
  }

  @Test
  void aTextAndAListHaveAnEnd() {
    refused(request(List.of(), List.of(new NewLink("x".repeat(257), 1, null)), null), "link", "expected at most 256 characters of 'link'");
    refused(request(Collections.nCopies(1_001, "A:B"), List.of(), null), "removeLinks", "expected at most 1000 items of 'removeLinks'");
  }

  @Test
  void aListHasNoGaps() {
    WhatIfRequest gap = new WhatIfRequest(List.of(), List.of(), List.of(), List.of(),
        Collections.singletonList((NewCapacity) null), null);

    refused(gap, "capacities", "expected no null in 'capacities'");
  }
}
