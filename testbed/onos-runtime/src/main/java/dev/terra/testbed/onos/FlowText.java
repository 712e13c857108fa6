package dev.terra.testbed.onos;

import java.util.List;
import java.util.stream.Collectors;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.IndexTableId;
import org.onosproject.net.flow.criteria.Criterion;
import org.onosproject.net.flow.criteria.EthTypeCriterion;
import org.onosproject.net.flow.criteria.IPCriterion;
import org.onosproject.net.flow.criteria.IPProtocolCriterion;
import org.onosproject.net.flow.criteria.PortCriterion;
import org.onosproject.net.flow.criteria.TcpPortCriterion;
import org.onosproject.net.flow.instructions.Instruction;
import org.onosproject.net.flow.instructions.Instructions.GroupInstruction;
import org.onosproject.net.flow.instructions.Instructions.OutputInstruction;

/** ONOS's rules in the words of {@code ovs-ofctl}, with the rule's id as cookie, as ONOS's own OpenFlow provider sets it. */
final class FlowText {
  private FlowText() {}

  /**
   * The rule.
   *
   * @throws IllegalArgumentException if it has a criterion or an instruction that these switches are not asked for
   */
  static String of(FlowRule rule) {
    String match = rule.selector().criteria().stream().map(FlowText::match).collect(Collectors.joining(","));
    return "cookie=" + cookie(rule) + ",table=" + ((IndexTableId) rule.table()).id() + ",priority=" + rule.priority()
        + (rule.isPermanent() ? "" : ",hard_timeout=" + rule.timeout()) + (match.isEmpty() ? "" : "," + match)
        + ",actions=" + actions(rule.treatment().allInstructions());
  }

  /** The rule's id, in hexadecimal digits. */
  static String cookie(FlowRule rule) {
    return "0x" + Long.toHexString(rule.id().value());
  }

  private static String match(Criterion criterion) {
    return switch (criterion.type()) {
      case IN_PORT -> "in_port=" + ((PortCriterion) criterion).port().toLong();
      case ETH_TYPE -> String.format("dl_type=0x%04x", ((EthTypeCriterion) criterion).ethType().toShort());
      case IP_PROTO -> "nw_proto=" + ((IPProtocolCriterion) criterion).protocol();
      case IPV4_SRC -> "nw_src=" + ((IPCriterion) criterion).ip();
      case IPV4_DST -> "nw_dst=" + ((IPCriterion) criterion).ip();
      case TCP_SRC -> "tp_src=" + port((TcpPortCriterion) criterion);
      case TCP_DST -> "tp_dst=" + port((TcpPortCriterion) criterion);
      case TCP_SRC_MASKED -> "tp_src=" + masked((TcpPortCriterion) criterion);
      case TCP_DST_MASKED -> "tp_dst=" + masked((TcpPortCriterion) criterion);
      default -> throw new IllegalArgumentException("no switch here is asked for the criterion " + criterion.type());
    };
  }

  private static int port(TcpPortCriterion criterion) {
    return criterion.tcpPort().toInt();
  }

  private static String masked(TcpPortCriterion criterion) {
    return String.format("0x%04x/0x%04x", criterion.tcpPort().toInt(), criterion.mask().toInt());
  }

  private static String actions(List<Instruction> instructions) {
    String actions = instructions.stream().map(FlowText::action).filter(action -> !action.isEmpty()).collect(Collectors.joining(","));
    return actions.isEmpty() ? "drop" : actions;
  }

  private static String action(Instruction instruction) {
    return switch (instruction.type()) {
      case OUTPUT -> "output:" + ((OutputInstruction) instruction).port().toLong();
      case GROUP -> "group:" + ((GroupInstruction) instruction).groupId().id();
      case NOACTION -> "";
      default -> throw new IllegalArgumentException("no switch here is asked for the instruction " + instruction.type());
    };
  }
}
