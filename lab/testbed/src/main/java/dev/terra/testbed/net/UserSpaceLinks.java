package dev.terra.testbed.net;

import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteCap;
import dev.terra.core.wan.Wan;
import dev.terra.testbed.LinkClasses;
import dev.terra.testbed.TestbedException;
import dev.terra.testbed.plan.Impairment;
import dev.terra.testbed.plan.LinkShape;
import dev.terra.testbed.plan.NetworkPlan;
import dev.terra.testbed.plan.WanLink;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Links carried by a process of the testbed, {@code links.c}, which is driven through its control socket. */
public final class UserSpaceLinks implements LinkEmulation {
  private final Path controlSocket;

  /** Makes an emulation that uses a control socket. */
  public UserSpaceLinks(Path controlSocket) {
    this.controlSocket = controlSocket;
  }

  /** Returns the process's configuration: one line per link. */
  public static String config(List<WanLink> links) {
    StringBuilder text = new StringBuilder();
    for (WanLink link : links) {
      text.append(NetworkPlan.wireInterface(link, 1)).append(' ').append(NetworkPlan.wireInterface(link, 2));
      link.directions().forEach(direction -> {
        LinkShape shape = LinkShape.of(direction);
        text.append(' ').append(shape.rateBytesPerSecond()).append(' ').append(shape.delay().toNanos())
            .append(' ').append(shape.queueBytes());
      });
      text.append('\n');
    }
    return text.toString();
  }

  /** Makes directions share the caps of the sites that they leave and enter. */
  void caps(Wan wan, List<WanLink> links) {
    for (WanLink link : links) {
      capsCommand(wan, link, true).ifPresent(this::expectOk);
      capsCommand(wan, link, false).ifPresent(this::expectOk);
    }
  }

  /** Returns the command for one direction; empty if it shares no cap. */
  static Optional<String> capsCommand(Wan wan, WanLink link, boolean forward) {
    LinkId id = forward ? link.forward().id() : link.backward().id();
    SiteCap egress = new SiteCap(id.from(), SiteCap.Direction.EGRESS);
    SiteCap ingress = new SiteCap(id.to(), SiteCap.Direction.INGRESS);
    return wan.caps().contains(egress) || wan.caps().contains(ingress)
        ? Optional.of("caps " + link.number() + (forward ? " ab" : " ba") + cap(wan, egress) + cap(wan, ingress)) : Optional.empty();
  }

  private static String cap(Wan wan, SiteCap cap) {
    return " " + (wan.caps().indexOf(cap) + 1) + " "
        + wan.capacity(cap).map(bandwidth -> Math.max(1, Math.round(bandwidth.bytesPerSecond()))).orElse(0L);
  }

  @Override
  public void shape(WanLink link, boolean forward, LinkShape shape, boolean cut) {
    expectOk("rate " + link.number() + (forward ? " ab " : " ba ") + shape.rateBytesPerSecond() + " " + shape.queueBytes());
  }

  @Override
  public void cut(WanLink link, LinkShape forward, LinkShape backward, boolean cut) {
    expectOk((cut ? "cut " : "restore ") + link.number());
  }

  @Override
  public void impair(WanLink link, boolean forward, LinkShape shape, Impairment impairment) {
    expectOk(impairCommand(link, forward, shape, impairment));
  }

  static String impairCommand(WanLink link, boolean forward, LinkShape shape, Impairment impairment) {
    return "impair " + link.number() + (forward ? " ab " : " ba ") + (impairment.silent() ? 1 : 0) + ' '
        + impairment.delay().orElse(shape.delay()).toNanos() + ' ' + Math.round(impairment.lossShare() * 1e6) + ' '
        + Math.round(impairment.corruptShare() * 1e6) + ' ' + impairment.corruptPort();
  }

  @Override
  public void classes(Optional<LinkClasses> classes) {
    expectOk(classes.map(UserSpaceLinks::classesCommand).orElse("classes off"));
  }

  static String classesCommand(LinkClasses classes) {
    return classes.weights().stream().map(weight -> weight + " ").collect(Collectors.joining("", "classes ", ""))
        + LinkClasses.INTERACTIVE_MARK + ' ' + LinkClasses.BULK_MARK;
  }

  @Override
  public List<LinkCounters> counters(List<WanLink> links) {
    return parse(links, ask("stats"));
  }

  /** Reads the answer to {@code stats}. */
  static List<LinkCounters> parse(List<WanLink> links, String answer) {
    List<LinkCounters> counters = new ArrayList<>();
    answer.lines().forEach(line -> {
      String[] fields = line.split(" ");
      WanLink link = links.get(Integer.parseInt(fields[0]) - 1);
      LinkId id = fields[1].equals("ab") ? link.forward().id() : link.backward().id();
      counters.add(new LinkCounters(id, Long.parseLong(fields[3]), Long.parseLong(fields[4]), Long.parseLong(fields[5])));
    });
    return counters;
  }

  private void expectOk(String command) {
    String answer = ask(command).strip();
    if (!answer.equals("ok")) {
      throw new TestbedException("the link emulator refused '" + command + "': " + answer);
    }
  }

  private String ask(String command) {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(controlSocket));
      channel.write(ByteBuffer.wrap((command + "\n").getBytes(StandardCharsets.US_ASCII)));
      return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new TestbedException("the link emulator does not answer at " + controlSocket + ": " + e.getMessage(), e);
    }
  }
}
