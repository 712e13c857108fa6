package dev.terra.controller.view;

import java.util.Locale;

/** The source of the terms on which a shuffle is served. Of several sources, the first in this order counts. */
public enum TermsSource {
  /** An operator set the terms of the shuffle or its job. */
  OPERATOR,
  /** The job master submitted the terms. */
  SUBMISSION,
  /** An operator or the configuration set the terms of the queue. */
  QUEUE,
  /** No source: the default terms. */
  ORDINARY;

  /** Returns the source's name in answers. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
