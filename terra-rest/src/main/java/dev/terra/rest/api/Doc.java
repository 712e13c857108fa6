package dev.terra.rest.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes a JSON object, or a member of one, in one sentence for the OpenAPI document. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.RECORD_COMPONENT})
public @interface Doc {
  /** The sentence. */
  String value();

  /** Whether the member may be null. */
  boolean nullable() default false;

  /** The allowed values, if there are only a few. */
  String[] oneOf() default {};

  /** The least number. */
  double min() default Double.NEGATIVE_INFINITY;

  /** The largest number. */
  double max() default Double.POSITIVE_INFINITY;

  /** The most characters or items; negative if there is no bound. */
  int most() default -1;
}
