package dev.terra.controller.view;

import java.util.Locale;

/** Who said on which terms a shuffle is served; the first of these that said anything counts. */
public enum TermsSource {
  /** An operator, of the shuffle or its job. */
  OPERATOR,
  /** Its job master. */
  SUBMISSION,
  /** An operator or the configuration, of its queue. */
  QUEUE,
  /** No source: the ordinary terms. */
  ORDINARY;

  /** Its name in answers. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
