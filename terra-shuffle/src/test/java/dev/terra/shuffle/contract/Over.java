package dev.terra.shuffle.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Over which handler the chapters in a class run. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface Over {
  Subject value();

  /** Whether the shuffle is encrypted. */
  boolean encrypted() default false;
}
