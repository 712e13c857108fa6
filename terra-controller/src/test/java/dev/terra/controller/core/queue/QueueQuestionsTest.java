package dev.terra.controller.core.queue;

import dev.terra.controller.core.shuffle.YarnApplication;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.shuffle.ShuffleDescriptor.Owner;
import dev.terra.core.shuffle.ShuffleId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueueQuestionsTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Owner ETL = new Owner("etl", "ann");
  private final QueueQuestions questions = new QueueQuestions();

  private static YarnApplication app(int number) {
    return new YarnApplication("application_1_" + number);
  }

  private static Set<YarnApplication> apps(int count) {
    return IntStream.range(0, count).mapToObj(QueueQuestionsTest::app).collect(Collectors.toSet());
  }

  private static QueueAnswer etl() {
    return QueueAnswer.placed(ETL);
  }

  @Test
  void aFewAreUnderWayAtOnceAndEachAnswerMakesRoom() {
    List<YarnApplication> first = questions.next(apps(10), 0);
    assertThat(first).hasSize(QueueQuestions.MOST_UNDER_WAY);
    assertThat(questions.next(apps(10), 1)).isEmpty();
    questions.answered(first.get(0), etl(), 2);
    assertThat(questions.owner(first.get(0))).hasValue(ETL);
    assertThat(questions.next(apps(10), 2)).hasSize(1).doesNotContainAnyElementsOf(first);
  }

  @Test
  void anAnswerIsRefreshedAfterThoseThatHaveNone() {
    assertThat(questions.next(Set.of(app(0)), 0)).containsExactly(app(0));
    questions.answered(app(0), etl(), 0);
    assertThat(questions.next(Set.of(app(0)), QueueQuestions.REFRESH_NANOS - 1)).isEmpty();
    assertThat(questions.next(apps(QueueQuestions.MOST_UNDER_WAY + 1), QueueQuestions.REFRESH_NANOS)).doesNotContain(app(0));
  }

  @Test
  void aQuestionThatFailedIsAskedAgainAfterPausesThatGrowToABound() {
    long now = 0;
    for (long pause : new long[] {5, 10, 20, 40, 60, 60, 60}) {
      assertThat(questions.next(Set.of(app(0)), now)).as("at %s", now).containsExactly(app(0));
      questions.answered(app(0), QueueAnswer.failed("no answer"), now);
      assertThat(questions.next(Set.of(app(0)), now + pause * SECOND - 1)).isEmpty();
      now += pause * SECOND;
    }
    for (int i = 0; i < 100; i++) {
      questions.answered(app(0), QueueAnswer.unknown(), now);
    }
    assertThat(questions.next(Set.of(app(0)), now + QueueQuestions.MOST_RETRY_NANOS)).containsExactly(app(0));
  }

  @Test
  void whatYarnHasSaidHoldsUntilItSaysOtherwise() {
    questions.next(Set.of(app(0)), 0);
    questions.answered(app(0), etl(), 0);
    questions.answered(app(0), QueueAnswer.failed("no answer"), 1);
    questions.answered(app(0), QueueAnswer.unknown(), 2);
    assertThat(questions.owner(app(0))).hasValue(ETL);
    questions.answered(app(0), QueueAnswer.placed(new Owner("adhoc", "ann")), 3);
    assertThat(questions.owner(app(0)).map(Owner::queue)).hasValue("adhoc");
  }

  @Test
  void aLostAnswerFreesItsPlace() {
    questions.next(apps(QueueQuestions.MOST_UNDER_WAY), 0);
    assertThat(questions.next(Set.of(app(99)), QueueQuestions.LOST_NANOS - 1)).isEmpty();
    assertThat(questions.next(Set.of(app(99)), QueueQuestions.LOST_NANOS)).containsExactly(app(99));
  }

  @Test
  void allThatFailedIsAskedForWhenYarnAnswersAgain() {
    questions.next(apps(2), 0);
    questions.answered(app(0), QueueAnswer.failed("no answer"), 0);
    questions.answered(app(1), etl(), 1);
    questions.retryAll(1);
    assertThat(questions.next(apps(2), 1)).containsExactly(app(0));
  }

  @Test
  void whatNoLongerShufflesIsNotAskedForAndForgottenInTime() {
    questions.next(Set.of(app(0)), 0);
    questions.answered(app(0), QueueAnswer.failed("no answer"), 0);
    assertThat(questions.next(Set.of(), QueueQuestions.MOST_RETRY_NANOS)).isEmpty();
    assertThat(questions.size()).isEqualTo(1);
    questions.next(Set.of(), QueueQuestions.KEPT_NANOS + 1);
    assertThat(questions.size()).isZero();
    questions.answered(app(0), etl(), QueueQuestions.KEPT_NANOS + 2);
    assertThat(questions.owner(app(0))).as("an answer that comes too late").isEmpty();
  }

  @Test
  void noMoreIsRememberedThanThereMayBeShuffles() {
    for (int batch = 0; batch < 3; batch++) {
      int from = batch * QueueQuestions.MOST_APPLICATIONS;
      questions.next(IntStream.range(from, from + QueueQuestions.MOST_APPLICATIONS).mapToObj(QueueQuestionsTest::app)
          .collect(Collectors.toSet()), batch);
      assertThat(questions.size()).isLessThanOrEqualTo(QueueQuestions.MOST_APPLICATIONS);
    }
  }

  @ParameterizedTest
  @CsvSource({"job_1700000000000_0042, application_1700000000000_0042", "application_17_0042, application_17_0042",
      "job_17_0042_dag_1_vertex_02_parts_7, application_17_0042", "application_17_42_shuffle_3, application_17_42",
      "job_x_1,", "submitted-1,", "my_job_17_0042,", "job_17_00420000000000000,"})
  void theNameOfAShuffleBeginsWithItsApplication(String shuffle, String application) {
    assertThat(YarnApplication.of(new ShuffleId(shuffle)).map(YarnApplication::id)).isEqualTo(Optional.ofNullable(application));
  }

  @ParameterizedTest
  @CsvSource({"etl, etl", "root.etl, etl", "root.users.ann, users.ann", "users.urgent, users.urgent", "root.root.etl, etl"})
  void aQueueHasOneNameAndAUsersOwnQueueIsNoOther(String queue, String name) {
    assertThat(QueueSettings.name(queue)).isEqualTo(name);
    assertThat(QueueSettings.name(name)).as("whoever leaves the root out again").isEqualTo(name);
  }
}
