package dev.terra.network.rules;

/** The compilers that turn routes into rules. */
public final class RuleCompilers {
  private RuleCompilers() {}

  /**
   * Returns a compiler that makes two rules for each route in each switch on its path, including its ends: one for each direction. Tunnels
   * have separate counters.
   */
  public static RuleCompiler perTunnel() {
    return perTunnel(1);
  }

  /**
   * Returns a compiler like {@link #perTunnel()} for a number of agents at each site. The rules for several agents match only the label,
   * which the ports of all agents contain. A route shares its rules with its reverse, and more agents need no more rules.
   */
  public static RuleCompiler perTunnel(int agents) {
    return TunnelRules.of(agents);
  }

  /**
   * Returns a compiler like {@link #perTunnel(int)}, with a detour for each step of a route round its link wherever there is another way.
   */
  public static RuleCompiler withDetours(int agents) {
    return new DetouringRules(TunnelRules.of(agents));
  }

  /**
   * Returns a compiler that extends the rules of another one, such that they distinguish interactive packets from others where a switch has
   * room for this.
   */
  public static RuleCompiler queued(RuleCompiler compiler) {
    return new QueuedRules(compiler);
  }

  /**
   * Returns a compiler that makes one rule for many routes wherever they leave a switch the same way. Paths are the same with fewer rules.
   */
  public static RuleCompiler aggregated() {
    return new AggregatedRules();
  }
}
