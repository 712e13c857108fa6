package dev.terra.shuffle.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** States over which handler the chapters in a class run. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface Over {
  Subject value();

  /** True if the shuffle is encrypted. */
  boolean encrypted() default false;
}
