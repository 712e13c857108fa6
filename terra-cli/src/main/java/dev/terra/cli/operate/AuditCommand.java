package dev.terra.cli.operate;

import picocli.CommandLine.Command;

/** {@code audit}: finds what was against the rules. */
@Command(name = "audit", mixinStandardHelpOptions = true, subcommands = AuditResidencyCommand.class,
    description = "Looks into the controller's history for what was against its rules.")
public final class AuditCommand {}
