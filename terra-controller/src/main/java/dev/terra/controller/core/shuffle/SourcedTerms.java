package dev.terra.controller.core.shuffle;

import dev.terra.controller.view.TermsSource;

/** The terms of a shuffle as far as sources have set them, and the first source that set any. */
public record SourcedTerms(PartialTerms terms, TermsSource source) {
  public static final SourcedTerms NONE = new SourcedTerms(PartialTerms.NONE, TermsSource.ORDINARY);

  /** Returns these terms, with gaps filled from another source. */
  public SourcedTerms or(PartialTerms more, TermsSource from) {
    return new SourcedTerms(terms.or(more), source == TermsSource.ORDINARY && !more.equals(PartialTerms.NONE) ? from : source);
  }
}
