package dev.terra.controller.core.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ProbeReport;
import dev.terra.controller.core.Harness;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProbeBookTest {
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");

  private final ProbeBook book = new ProbeBook();
  private final List<Map<SiteId, ProbeReport>> answered = new ArrayList<>();

  private static ProbeReport report(long number) {
    return ProbeReport.newBuilder().setNumber(number).build();
  }

  @Test
  void aQuestionIsAnsweredOnceAllHaveAnswered() {
    long question = book.ask(Set.of(A, B), answered::add);

    book.answer(A, report(question));
    book.answer(A, report(question));
    book.answer(new SiteId("X"), report(question));
    assertThat(answered).isEmpty();
    book.answer(B, report(question));
    assertThat(answered).containsExactly(Map.of(A, report(question), B, report(question)));
    book.answer(B, report(question));
    assertThat(answered).as("once").hasSize(1);
  }

  @Test
  void whereNobodyIsThereIsNothingToWaitFor() {
    book.ask(Set.of(), answered::add);
    assertThat(answered).containsExactly(Map.of());
  }

  @Test
  void questionsDoNotMixAndOldOnesGiveWay() {
    long first = book.ask(Set.of(A), answered::add);
    long second = book.ask(Set.of(A), answers -> answered.add(Map.of()));
    assertThat(second).isGreaterThan(first);
    book.answer(A, report(second));
    assertThat(answered).containsExactly(Map.of());

    for (int more = 0; more < 100; more++) {
      book.ask(Set.of(A, B), answers -> { });
    }
    book.answer(A, report(first));
    assertThat(answered).as("nobody waits for it any more").hasSize(1);
  }

  @Test
  void allAgentsAreAskedAndTheirAnswersBelongTogether() {
    Harness harness = new Harness();
    harness.helloAll();
    harness.network(events -> events.count(answered::add));
    harness.network(events -> events.probe(20, 5_000));

    for (long stream = 1; stream <= 3; stream++) {
      assertThat(harness.to(stream).stream().filter(message -> message.hasProbe()).map(message -> message.getProbe().getFrames()))
          .containsExactly(0, 20);
      assertThat(harness.to(stream).stream().filter(message -> message.hasProbe()).map(message -> message.getProbe().getFillMillis()))
          .containsExactly(0, 5_000);
    }
    long number = harness.to(1).stream().filter(message -> message.hasProbe()).findFirst().orElseThrow().getProbe().getNumber();
    for (long stream = 1; stream <= 3; stream++) {
      assertThat(answered).isEmpty();
      harness.say(stream, AgentReport.newBuilder().setProbe(report(number)));
    }
    assertThat(answered).singleElement().satisfies(answers -> assertThat(answers).hasSize(3));
  }
}
