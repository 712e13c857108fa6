package dev.terra.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The description of a key in the documentation. It annotates a component of the record that holds a file's keys; the component has the
 * key's name.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Key {
  /** The description: one or two sentences in Markdown, without a full stop at the end. */
  String value();

  /** The default value as text; empty if the file has to contain a value. */
  String otherwise() default "";
}
