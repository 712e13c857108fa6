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

/** {@code network verify}: the same, after a probe of each tunnel that was counted on its way. Fails unless all are verified. */
@Command(name = "verify", description = {
    "Sends probes on each tunnel and looks at what rules, or the agents that pass them on, have counted before and after.",
    "Exit code 1 unless every tunnel takes its path. Takes some seconds."}, mixinStandardHelpOptions = true)
public final class NetworkVerifyCommand implements Callable<Integer> {
  /** Two counts and a probe between them. */
  private static final int LEAST_SECONDS = 45;

  @Option(names = "--fill", description = "before, fill each link with bulk for five seconds, which jobs notice, so that it shows whether "
      + "the network keeps latency classes; once a minute at most")
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
