package dev.terra.lab.replay;

import dev.terra.schedule.PolicyName;
import java.util.Arrays;
import java.util.List;

/** The ways to send a trace's shuffles: what each is on the wire, and the policy that stands for it in the simulator. */
enum Way {
  /** One TCP connection for each pair of tasks, on default routes. */
  STOCK("stock", PolicyName.DEFAULT),
  /** Eight TCP connections for each pair of sites, on default routes. */
  TCP8("tcp8", PolicyName.PARALLEL_TCP),
  /** One kernel MPTCP connection for each pair of tasks, over as many routes as the kernel takes. */
  MPTCP("mptcp", PolicyName.MPTCP),
  /** Terra with the paper's policy. */
  TERRA("terra", PolicyName.TERRA),
  /** Terra with its usual policy. */
  TERRA_PLUS("terra-plus", PolicyName.TERRA_PLUS);

  private final String label;
  private final PolicyName policy;

  Way(String label, PolicyName policy) {
    this.label = label;
    this.policy = policy;
  }

  /** Returns the name in commands and output. */
  String label() {
    return label;
  }

  /** Returns the policy in the simulator. */
  PolicyName policy() {
    return policy;
  }

  /** Returns the way of a name. */
  static Way parse(String text) {
    return Arrays.stream(values()).filter(way -> way.label.equals(text)).findFirst()
        .orElseThrow(() -> new IllegalArgumentException("expected a policy of " + labels() + ", got '" + text + "'"));
  }

  static List<String> labels() {
    return Arrays.stream(values()).map(Way::label).toList();
  }
}
