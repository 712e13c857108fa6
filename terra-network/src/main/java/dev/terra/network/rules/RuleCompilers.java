package dev.terra.network.rules;

/** The ways in which routes become rules. */
public final class RuleCompilers {
  private RuleCompilers() {}

  /** Two rules for each route in each switch on its path, at its ends too: one for each direction. Their counters tell tunnels apart. */
  public static RuleCompiler perTunnel() {
    return new TunnelRules();
  }

  /** Rules as those of {@link #perTunnel}, with a detour for each step of a route round its link, wherever there is another way. */
  public static RuleCompiler withDetours() {
    return new DetouringRules();
  }

  /** The rules of another compiler, which tell interactive packets from others where a switch has room for that. */
  public static RuleCompiler queued(RuleCompiler compiler) {
    return new QueuedRules(compiler);
  }

  /** One rule for many routes wherever they leave a switch the same way. Fewer rules, same paths. */
  public static RuleCompiler aggregated() {
    return new AggregatedRules();
  }
}
