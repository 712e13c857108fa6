package dev.terra.lab.testbed;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.SiteId;
import dev.terra.testbed.LinkClasses;
import dev.terra.testbed.TestbedException;
import dev.terra.testbed.control.BackgroundTraffic;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.hadoop.Cluster;
import dev.terra.testbed.plan.Impairment;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code testbed link}. */
@Command(name = "link", description = "Changes a link while the testbed runs.", mixinStandardHelpOptions = true)
final class LinkCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "expected a command: cut, restore, rate, impair, classes or background");
  }

  @Command(name = "cut", description = "Cuts a link; the default routes follow after the re-route delay.",
      mixinStandardHelpOptions = true)
  int cut(@Mixin StateOption state, @Parameters(paramLabel = "SITE") String a, @Parameters(paramLabel = "SITE") String b) {
    Testbed.open(state.directory()).links().cut(site(a), site(b));
    return 0;
  }

  @Command(name = "restore", description = "Restores a link that was cut.", mixinStandardHelpOptions = true)
  int restore(@Mixin StateOption state, @Parameters(paramLabel = "SITE") String a, @Parameters(paramLabel = "SITE") String b) {
    Testbed.open(state.directory()).links().restore(site(a), site(b));
    return 0;
  }

  @Command(name = "rate", description = "Gives both directions of a link another rate, such as '200 Mbps'.",
      mixinStandardHelpOptions = true)
  int rate(
      @Mixin StateOption state,
      @Parameters(paramLabel = "SITE") String a,
      @Parameters(paramLabel = "SITE") String b,
      @Parameters(paramLabel = "RATE") String rate) {
    Testbed.open(state.directory()).links().setRate(site(a), site(b), bandwidth(rate));
    return 0;
  }

  /** The options that set what {@code impair} does to a direction. */
  static final class ImpairOptions {
    @Option(names = "--silent", description = "Lose everything, and say nothing.")
    private boolean silent;

    @Option(names = "--loss", paramLabel = "SHARE", description = "Lose this share of packets at random, 0 to 1.")
    private double loss;

    @Option(names = "--latency", paramLabel = "MILLISECONDS", description = "One way, instead of the link's own.")
    private Long latency;

    @Option(names = "--corrupt", paramLabel = "SHARE",
        description = "Flip a bit of the payload in this share of the tunnels' frames, past TCP's checksum, 0 to 1.")
    private double corrupt;

    Impairment impairment() {
      try {
        return new Impairment(silent, loss, Optional.ofNullable(latency).map(Duration::ofMillis), corrupt, Cluster.TUNNEL_PORT);
      } catch (IllegalArgumentException e) {
        throw new TestbedException(e.getMessage(), e);
      }
    }
  }

  @Command(name = "impair", description = "Has one direction of a link misbehave; without options no longer.",
      mixinStandardHelpOptions = true)
  int impair(
      @Mixin StateOption state,
      @Mixin ImpairOptions options,
      @Parameters(paramLabel = "FROM") String from,
      @Parameters(paramLabel = "TO") String to) {
    Testbed.open(state.directory()).links().impair(site(from), site(to), options.impairment());
    return 0;
  }

  @Command(name = "classes", description = {
      "Gives all links weighted fair queues for interactive, normal and bulk traffic, by its marks: weights such as 8:4:1.",
      "off: one queue again."}, mixinStandardHelpOptions = true)
  int classes(@Mixin StateOption state, @Parameters(paramLabel = "I:N:B|off") String weights) {
    Testbed.open(state.directory()).links()
        .setClasses(weights.equals("off") ? Optional.empty() : Optional.of(LinkClasses.parse(weights)));
    return 0;
  }

  @Command(name = "background", description = "Sends other people's traffic over one direction of a link: UDP, by iperf3.",
      mixinStandardHelpOptions = true)
  int background(
      @Mixin StateOption state,
      @Parameters(paramLabel = "FROM") String from,
      @Parameters(paramLabel = "TO") String to,
      @Parameters(paramLabel = "RATE|off", description = "IP bytes, such as '20 Mbps'; off: no longer") String rate) {
    BackgroundTraffic traffic = new BackgroundTraffic(Testbed.open(state.directory()), site(from), site(to));
    if (rate.equals("off")) {
      traffic.stop();
    } else {
      traffic.start(bandwidth(rate));
    }
    return 0;
  }

  private static SiteId site(String name) {
    try {
      return new SiteId(name);
    } catch (IllegalArgumentException e) {
      throw new TestbedException(e.getMessage(), e);
    }
  }

  private static Bandwidth bandwidth(String text) {
    try {
      return Bandwidth.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TestbedException(e.getMessage(), e);
    }
  }
}
