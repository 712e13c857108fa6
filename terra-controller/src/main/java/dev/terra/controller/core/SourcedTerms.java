package dev.terra.controller.core;

import dev.terra.controller.view.TermsSource;

/** The terms of a shuffle as far as anything was said of them, and who said the first. */
record SourcedTerms(PartialTerms terms, TermsSource source) {
  static final SourcedTerms NONE = new SourcedTerms(PartialTerms.NONE, TermsSource.ORDINARY);

  /** The same, filled up with what somebody else says. */
  SourcedTerms or(PartialTerms more, TermsSource from) {
    return new SourcedTerms(terms.or(more), source == TermsSource.ORDINARY && !more.equals(PartialTerms.NONE) ? from : source);
  }
}
