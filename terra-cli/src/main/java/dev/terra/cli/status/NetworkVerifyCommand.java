package dev.terra.cli.status;

import dev.terra.api.v1.NetworkRequest;
import dev.terra.api.v1.NetworkStatus;
import dev.terra.api.v1.TunnelStatus;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code network verify}: prints the status after a probe of each tunnel that was counted on its way. It fails unless all tunnels are
 * verified.
 */
@Command(name = "verify", description = {
    "Sends probes on each tunnel, and compares the counts of rules, or of the agents that relay the probes, before and after.",
    "Exit code 1 unless every tunnel takes its path. Takes some seconds."}, mixinStandardHelpOptions = true)
public final class NetworkVerifyCommand implements Callable<Integer> {
  /** The least time-out, seconds: two counts and a probe between them. */
  private static final int LEAST_SECONDS = 45;

  @Option(names = "--fill", description = "first fill each link with bulk traffic for five seconds, which slows jobs down, to find out "
      + "whether the network keeps latency classes; once a minute at most")
  private boolean fill;

  @Mixin
  private StatusQuery query;

  @Spec
  private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    AtomicBoolean verified = new AtomicBoolean();
    int code = query.patient(LEAST_SECONDS).askNetwork(NetworkRequest.newBuilder().setVerify(true).setFill(fill).build(), spec, status -> {
      verified.set(isVerified(status));
      spec.commandLine().getOut().println(query.json() ? NetworkText.json(status) : NetworkText.of(status));
    });
    return code != 0 || verified.get() ? code : 1;
  }

  private static boolean isVerified(NetworkStatus status) {
    return status.getTunnelsCount() > 0 && status.getTunnelsList().stream().allMatch(TunnelStatus::getVerified);
  }
}
