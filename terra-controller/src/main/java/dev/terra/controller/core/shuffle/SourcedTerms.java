package dev.terra.controller.core.shuffle;

import dev.terra.controller.view.TermsSource;

/** The terms of a shuffle as far as anything was said of them, and who said the first. */
public record SourcedTerms(PartialTerms terms, TermsSource source) {
  public static final SourcedTerms NONE = new SourcedTerms(PartialTerms.NONE, TermsSource.ORDINARY);

  /** These terms, with gaps filled from another source. */
  public SourcedTerms or(PartialTerms more, TermsSource from) {
    return new SourcedTerms(terms.or(more), source == TermsSource.ORDINARY && !more.equals(PartialTerms.NONE) ? from : source);
  }
}
