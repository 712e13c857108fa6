package dev.terra.cli.transfer;

import dev.terra.core.failure.Failures;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Checks values of options. A value that a command cannot use counts as a wrong argument, like one that cannot be read. */
final class OptionValue {
  private OptionValue() {}

  /** Returns what is made of an option's value. */
  static <T> T of(CommandSpec spec, String option, Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), option + ": " + Failures.inWords(e), e);
    }
  }

  /** Checks an option's value. */
  static void check(CommandSpec spec, String option, boolean fine, String expected, Object got) {
    if (!fine) {
      throw new ParameterException(spec.commandLine(), option + ": expected " + expected + ", got " + got);
    }
  }
}
