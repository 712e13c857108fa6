package dev.terra.cli.transfer;

import dev.terra.core.failure.Failures;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Values of options that a command cannot use: wrong arguments, as those that cannot be read are. */
final class OptionValue {
  private OptionValue() {}

  /** What is made of an option's value. */
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
