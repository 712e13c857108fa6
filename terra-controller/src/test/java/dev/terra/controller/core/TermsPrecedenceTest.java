package dev.terra.controller.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.controller.core.shuffle.PartialTerms;
import dev.terra.controller.core.shuffle.SourcedTerms;
import dev.terra.controller.view.TermsSource;
import dev.terra.schedule.ShuffleTerms;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Tests that each part of a shuffle's terms comes from the first source that states this part. */
class TermsPrecedenceTest {
  private static final TermsSource[] SOURCES = {TermsSource.OPERATOR, TermsSource.SUBMISSION, TermsSource.QUEUE};

  /**
   * Returns the terms of one source. {@code parts}, from 0 to 7, has a bit for each of weight, priority and deadline that the source
   * states.
   */
  private static PartialTerms said(int parts, int who) {
    return new PartialTerms((parts & 1) > 0 ? OptionalDouble.of(10 + who) : OptionalDouble.empty(),
        (parts & 2) > 0 ? OptionalInt.of(20 + who) : OptionalInt.empty(),
        (parts & 4) > 0 ? OptionalDouble.of(30 + who) : OptionalDouble.empty());
  }

  @Property(tries = 300)
  void thePartsComeFromTheFirstWhoSpeaksOfThem(@ForAll @Size(3) List<@IntRange(max = 7) Integer> parts) {
    SourcedTerms terms = SourcedTerms.NONE;
    for (int who = 0; who < SOURCES.length; who++) {
      terms = terms.or(said(parts.get(who), who), SOURCES[who]);
    }
    ShuffleTerms found = terms.terms().at(0);

    assertThat(found.weight()).isEqualTo(first(parts, 1) < 0 ? ShuffleTerms.ORDINARY.weight() : 10 + first(parts, 1));
    assertThat(found.priority()).isEqualTo(first(parts, 2) < 0 ? ShuffleTerms.ORDINARY.priority() : 20 + first(parts, 2));
    assertThat(found.deadlineSeconds()).isEqualTo(first(parts, 4) < 0 ? OptionalDouble.empty() : OptionalDouble.of(30 + first(parts, 4)));
    int speaker = first(parts, 7);
    assertThat(terms.source()).isEqualTo(speaker < 0 ? TermsSource.ORDINARY : SOURCES[speaker]);
  }

  /** Returns the index of the first source that states any of some parts, or -1 if no source does. */
  private static int first(List<Integer> parts, int of) {
    for (int who = 0; who < parts.size(); who++) {
      if ((parts.get(who) & of) > 0) {
        return who;
      }
    }
    return -1;
  }

  @Property(tries = 100)
  void fillingUpIsAssociativeAndNothingIsItsNeutralElement(@ForAll @IntRange(max = 7) int a, @ForAll @IntRange(max = 7) int b,
      @ForAll @IntRange(max = 7) int c) {
    PartialTerms one = said(a, 1);
    PartialTerms two = said(b, 2);
    PartialTerms three = said(c, 3);

    assertThat(one.or(two).or(three)).isEqualTo(one.or(two.or(three)));
    assertThat(one.or(PartialTerms.NONE)).isEqualTo(one);
    assertThat(PartialTerms.NONE.or(one)).isEqualTo(one);
    assertThat(one.or(one)).isEqualTo(one);
  }

  @Property(tries = 100)
  void aDeadlineThatHasPassedIsNoLongerAskedFor(
      @ForAll @DoubleRange(max = 1e6) double deadline, @ForAll @DoubleRange(max = 1e6) double now) {
    PartialTerms terms = new PartialTerms(OptionalDouble.empty(), OptionalInt.empty(), OptionalDouble.of(deadline));

    assertThat(terms.at(Math.round(now * 1e9)).deadlineSeconds().isPresent()).isEqualTo(deadline > Math.round(now * 1e9) / 1e9);
  }

  @Example
  void rangesAreChecked() {
    List<Runnable> bad = new ArrayList<>();
    for (double weight : new double[] {0, -1, 1001, Double.NaN, Double.POSITIVE_INFINITY}) {
      bad.add(() -> new PartialTerms(OptionalDouble.of(weight), OptionalInt.empty(), OptionalDouble.empty()));
    }
    for (int priority : new int[] {-101, 101, Integer.MIN_VALUE}) {
      bad.add(() -> new PartialTerms(OptionalDouble.empty(), OptionalInt.of(priority), OptionalDouble.empty()));
    }
    bad.add(() -> new PartialTerms(OptionalDouble.empty(), OptionalInt.empty(), OptionalDouble.of(Double.NaN)));
    bad.forEach(each -> assertThatThrownBy(each::run).isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith("expected a"));
  }
}
