package dev.terra.testbed.net;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.core.wan.LinkId;
import dev.terra.testbed.LinkClasses;
import dev.terra.testbed.TestbedException;
import dev.terra.testbed.os.Shell;
import dev.terra.testbed.plan.Impairment;
import dev.terra.testbed.plan.LinkShape;
import dev.terra.testbed.plan.NetemPlan;
import dev.terra.testbed.plan.WanFabric;
import dev.terra.testbed.plan.WanLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Links shaped by the kernel's netem where they begin. */
public final class NetemLinks implements LinkEmulation {
  private final WanFabric fabric;

  /** Makes an emulation of links whose ends are where a fabric has them. */
  public NetemLinks(WanFabric fabric) {
    this.fabric = fabric;
  }

  /** Returns whether this kernel and its {@code tc} have netem, which is tried in a temporary namespace. */
  public static boolean isAvailable(String prefix) {
    if (!Shell.has("tc")) {
      return false;
    }
    String probe = prefix + "probe";
    Shell.run(List.of("ip", "netns", "add", probe));
    try {
      List<String> command = List.of("tc", "-n", probe, "qdisc", "add", "dev", "lo", "root", "netem", "delay", "1ms");
      return Shell.attempt(command).exitCode() == 0;
    } finally {
      Shell.attempt(List.of("ip", "netns", "del", probe));
    }
  }

  @Override
  public void shape(WanLink link, boolean forward, LinkShape shape, boolean cut) {
    List<String> command = new ArrayList<>(List.of("tc", "-n", sender(link, forward).namespace()));
    command.addAll(NetemPlan.shape(sender(link, forward).device(), shape, cut));
    Shell.run(command);
  }

  @Override
  public void impair(WanLink link, boolean forward, LinkShape shape, Impairment impairment) {
    if (impairment.corruptShare() > 0) {
      throw new TestbedException("netem's corruption is noticed by TCP: only our own emulator can garble what TCP lets pass");
    }
    List<String> command = new ArrayList<>(List.of("tc", "-n", sender(link, forward).namespace()));
    command.addAll(NetemPlan.impaired(sender(link, forward).device(), shape, impairment));
    Shell.run(command);
  }

  @Override
  public void classes(Optional<LinkClasses> classes) {
    if (classes.isPresent()) {
      throw new TestbedException("the kernel's netem gives each link one queue; bring the testbed up with --classes " + classes.get()
          + ", and our own emulator carries the links");
    }
  }

  @Override
  public void cut(WanLink link, LinkShape forward, LinkShape backward, boolean cut) {
    shape(link, true, forward, cut);
    shape(link, false, backward, cut);
  }

  private WanFabric.LinkEnd sender(WanLink link, boolean forward) {
    return fabric.end(link, forward ? 1 : 2);
  }

  @Override
  public List<LinkCounters> counters(List<WanLink> links) {
    List<LinkCounters> counters = new ArrayList<>();
    for (WanLink link : links) {
      counters.add(counters(link, true));
      counters.add(counters(link, false));
    }
    return counters;
  }

  private LinkCounters counters(WanLink link, boolean forward) {
    LinkId id = forward ? link.forward().id() : link.backward().id();
    return parse(id, Shell.run(
        List.of("tc", "-s", "-j", "-n", sender(link, forward).namespace(), "qdisc", "show", "dev", sender(link, forward).device())));
  }

  /** Reads the statistics that {@code tc -s -j qdisc show} prints. */
  static LinkCounters parse(LinkId link, String json) {
    try {
      for (JsonNode queue : new ObjectMapper().readTree(json)) {
        if (queue.path("kind").asText().equals("netem")) {
          long packets = queue.path("packets").asLong();
          return new LinkCounters(link, NetemPlan.ipBytes(queue.path("bytes").asLong(), packets), packets,
              queue.path("drops").asLong());
        }
      }
    } catch (JsonProcessingException e) {
      throw new TestbedException("link " + link + ": tc printed no JSON: " + e.getOriginalMessage(), e);
    }
    throw new TestbedException("link " + link + " has no netem queue any more");
  }
}
