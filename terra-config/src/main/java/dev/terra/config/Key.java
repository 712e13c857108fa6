package dev.terra.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What the docs say of a key. Stands on a component of the record that holds a file's keys; the component has the key's name. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Key {
  /** One sentence or two in Markdown, without a full stop. */
  String value();

  /** The value where the file has none, in text; empty if there has to be one. */
  String otherwise() default "";
}
