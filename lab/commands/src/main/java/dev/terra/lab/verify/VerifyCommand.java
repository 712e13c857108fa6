package dev.terra.lab.verify;

import dev.terra.lab.actions.VerifyActionsCommand;
import dev.terra.lab.dashboard.VerifyDashboardCommand;
import dev.terra.lab.fetch.VerifyClassesCommand;
import dev.terra.lab.fetch.VerifyResidencyCommand;
import dev.terra.lab.fetch.VerifySharesCommand;
import dev.terra.lab.fuzz.VerifyFuzzCommand;
import dev.terra.lab.security.VerifySecurityCommand;
import dev.terra.lab.suites.VerifyAgentsCommand;
import dev.terra.lab.suites.VerifyCacheCommand;
import dev.terra.lab.suites.VerifyEnginesCommand;
import dev.terra.lab.suites.VerifyJobCommand;
import dev.terra.lab.suites.VerifyObserveCommand;
import dev.terra.lab.suites.VerifyPlacementCommand;
import dev.terra.lab.suites.VerifyUpgradeCommand;
import dev.terra.lab.users.VerifyUsersCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./terra verify}: the long suites. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = "Runs a long test suite.",
    subcommands = {
        VerifyActionsCommand.class, VerifyAgentsCommand.class, VerifyCacheCommand.class, VerifyCapacityCommand.class,
        VerifyClassesCommand.class, VerifyContractCommand.class, VerifyCostsCommand.class, VerifyDashboardCommand.class,
        VerifyEnginesCommand.class, VerifyFaultsCommand.class, VerifyFuzzCommand.class, VerifyGammaCommand.class,
        VerifyJobCommand.class, VerifyNetworkCommand.class, VerifyObserveCommand.class, VerifyPlacementCommand.class,
        VerifyResidencyCommand.class, VerifySecurityCommand.class, VerifySharesCommand.class, VerifyUpgradeCommand.class,
        VerifyUsersCommand.class})
public final class VerifyCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "expected a suite");
  }
}
