package dev.terra.network.rules;

/** The ways in which routes become rules. */
public final class RuleCompilers {
  private RuleCompilers() {}

  /** Two rules for each route in each switch on its path, at its ends too: one for each direction. Their counters tell tunnels apart. */
  public static RuleCompiler perTunnel() {
    return perTunnel(1);
  }

  /**
   * Rules as those of {@link #perTunnel()} for the routes of so many agents of each site. Those for several match the label alone, which
   * the ports of all have: a route shares its rules with its reverse, and more agents need no more rules.
   */
  public static RuleCompiler perTunnel(int agents) {
    return TunnelRules.of(agents);
  }

  /** Rules as those of {@link #perTunnel(int)}, with a detour for each step of a route round its link, wherever there is another way. */
  public static RuleCompiler withDetours(int agents) {
    return new DetouringRules(TunnelRules.of(agents));
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
