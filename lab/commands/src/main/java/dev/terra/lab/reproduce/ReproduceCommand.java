package dev.terra.lab.reproduce;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./terra reproduce}: computes a paper's figures, those of the authors' code beside those of Terra's. */
@Command(
    name = "reproduce",
    mixinStandardHelpOptions = true,
    description = {
      "Runs Terra's own mechanisms in a paper's settings, in a simulator, and prints each figure: the paper's value, the authors' code's,",
      "and ours."
    },
    subcommands = {AequitasCommand.class, HareCommand.class, KayakCommand.class, MalcolmCommand.class, ZeusCommand.class})
public final class ReproduceCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "expected a paper");
  }
}
