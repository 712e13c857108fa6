package dev.terra.testbed.onos;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.onosproject.core.GroupId;
import org.onosproject.net.PortNumber;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.IndexTableId;
import org.onosproject.net.flow.criteria.Criterion;
import org.onosproject.net.flow.criteria.EthCriterion;
import org.onosproject.net.flow.criteria.EthTypeCriterion;
import org.onosproject.net.flow.criteria.IPCriterion;
import org.onosproject.net.flow.criteria.IPDscpCriterion;
import org.onosproject.net.flow.criteria.IPProtocolCriterion;
import org.onosproject.net.flow.criteria.PortCriterion;
import org.onosproject.net.flow.criteria.TcpPortCriterion;
import org.onosproject.net.flow.instructions.Instruction;
import org.onosproject.net.flow.instructions.Instructions.GroupInstruction;
import org.onosproject.net.flow.instructions.Instructions.OutputInstruction;
import org.onosproject.net.flow.instructions.Instructions.SetQueueInstruction;
import org.onosproject.net.flow.instructions.L2ModificationInstruction;
import org.onosproject.net.flow.instructions.L2ModificationInstruction.ModEtherInstruction;
import org.onosproject.net.group.Group;
import org.onosproject.net.group.GroupDescription;

/** ONOS's rules and groups in the words of {@code ovs-ofctl}, a rule's id as its cookie, as ONOS's own OpenFlow provider sets it. */
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

  /**
   * The group.
   *
   * @throws IllegalArgumentException if it is not a fast failover group, or does what these switches are not asked for
   */
  static String of(Group group) {
    if (group.type() != GroupDescription.Type.FAILOVER) {
      throw new IllegalArgumentException("no switch here is asked for a group of type " + group.type());
    }
    return "group_id=" + number(group.id()) + ",type=ff" + group.buckets().buckets().stream().map(bucket -> ",bucket=watch_port:"
        + bucket.watchPort().toLong() + ",actions=" + actions(bucket.treatment().allInstructions())).collect(Collectors.joining());
  }

  /** A group's id, without a sign. */
  static String number(GroupId id) {
    return Integer.toUnsignedString(id.id());
  }

  /** The rule's id, in hexadecimal digits. */
  static String cookie(FlowRule rule) {
    return "0x" + Long.toHexString(rule.id().value());
  }

  private static String match(Criterion criterion) {
    return switch (criterion.type()) {
      case IN_PORT -> "in_port=" + ((PortCriterion) criterion).port().toLong();
      case ETH_TYPE -> String.format(Locale.ROOT, "dl_type=0x%04x", ((EthTypeCriterion) criterion).ethType().toShort());
      case ETH_SRC -> "dl_src=" + ((EthCriterion) criterion).mac();
      case IP_DSCP -> "ip_dscp=" + ((IPDscpCriterion) criterion).ipDscp();
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
    return String.format(Locale.ROOT, "0x%04x/0x%04x", criterion.tcpPort().toInt(), criterion.mask().toInt());
  }

  private static String actions(List<Instruction> instructions) {
    String actions = instructions.stream().map(FlowText::action).filter(action -> !action.isEmpty()).collect(Collectors.joining(","));
    return actions.isEmpty() ? "drop" : actions;
  }

  private static String action(Instruction instruction) {
    return switch (instruction.type()) {
      case OUTPUT -> output(((OutputInstruction) instruction).port());
      case QUEUE -> "set_queue:" + ((SetQueueInstruction) instruction).queueId();
      case GROUP -> "group:" + number(((GroupInstruction) instruction).groupId());
      case L2MODIFICATION -> modification((L2ModificationInstruction) instruction);
      case NOACTION -> "";
      default -> throw new IllegalArgumentException("no switch here is asked for the instruction " + instruction.type());
    };
  }

  private static String output(PortNumber port) {
    return port.equals(PortNumber.IN_PORT) ? "in_port" : "output:" + port.toLong();
  }

  private static String modification(L2ModificationInstruction instruction) {
    return switch (instruction.subtype()) {
      case ETH_SRC -> "set_field:" + ((ModEtherInstruction) instruction).mac() + "->eth_src";
      case ETH_DST -> "set_field:" + ((ModEtherInstruction) instruction).mac() + "->eth_dst";
      default -> throw new IllegalArgumentException("no switch here is asked for the modification " + instruction.subtype());
    };
  }
}
