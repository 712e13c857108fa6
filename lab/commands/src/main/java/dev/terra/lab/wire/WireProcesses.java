package dev.terra.lab.wire;

import dev.terra.testbed.os.OwnJava;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The processes of one run. Each side is a process; the ends have a core of their own if there are two. */
final class WireProcesses implements AutoCloseable {
  /** The time after which a process is ended. A side that has printed its result closes its parts within a second. */
  private static final int LINGER_SECONDS = 2;

  private final Settings settings;
  private final List<Process> started = new ArrayList<>();

  /**
   * The settings of all runs.
   *
   * @param load what they move
   * @param file from which the bytes are taken
   * @param tls the folder with the files of sites
   * @param javaOptions of each side
   */
  record Settings(WireLoad load, Path file, Optional<Path> tls, List<String> javaOptions) {}

  /** A process, and its output. */
  private record Running(Process process, BufferedReader says) {
    void tell(String line) throws IOException {
      Writer to = process.outputWriter();
      to.write(line + "\n");
      to.flush();
    }
  }

  private WireProcesses(Settings settings) {
    this.settings = settings;
  }

  /** Moves the bytes once by two of the yardstick's sides. */
  static WireRun raw(Settings settings, WireSide.Role send, WireSide.Role receive) throws IOException {
    try (WireProcesses processes = new WireProcesses(settings)) {
      Running receiver = processes.start(Optional.of(1), receive, List.of());
      String port = Side.next(receiver.says, Side.PORT).substring(Side.PORT.length());
      Running sender = processes.start(Optional.of(0), send, List.of("--ports", port, "--file", settings.file.toString()));
      // the sender ends with the receiver, but a receiver waits for a sender that never came
      return new WireRun(Side.Result.read(sender.says), List.of(), Side.Result.read(receiver.says));
    }
  }

  /** Moves the bytes once by Terra. */
  static WireRun terra(Settings settings, WireVariant variant) throws IOException {
    try (WireProcesses processes = new WireProcesses(settings)) {
      return processes.terra(variant);
    }
  }

  private WireRun terra(WireVariant variant) throws IOException {
    List<Integer> ports = freePorts(variant.hops() + 2);
    Running receiver = agent(Optional.of(1), WireSide.Role.RECEIVE, variant, ports, ports.size() - 1);
    List<Running> relays = new ArrayList<>();
    for (int self = ports.size() - 2; self > 0; self--) {
      relays.add(0, agent(Optional.empty(), WireSide.Role.RELAY, variant, ports, self));
    }
    Running sender = agent(Optional.of(0), WireSide.Role.SEND, variant, ports, 0);
    Side.next(receiver.says, Side.WARM);
    tell(relays, Side.WARM);
    Side.Result received = Side.Result.read(receiver.says);
    tell(relays, "done");
    List<Side.Result> relayed = new ArrayList<>();
    for (Running relay : relays) {
      relayed.add(Side.Result.read(relay.says));
    }
    return new WireRun(Side.Result.read(sender.says), relayed, received);
  }

  private static void tell(List<Running> relays, String line) throws IOException {
    for (Running relay : relays) {
      relay.tell(line);
    }
  }

  /**
   * Starts an agent, and waits until it accepts tunnels. The sender is not waited for, since no other process connects
   * to its port before.
   */
  private Running agent(Optional<Integer> core, WireSide.Role role, WireVariant variant, List<Integer> ports, int self) throws IOException {
    List<String> more = new ArrayList<>(List.of(
        "--ports", ports.stream().map(String::valueOf).collect(Collectors.joining(",")), "--self", Integer.toString(self)));
    if (variant.tls().isPresent()) {
      more.addAll(List.of("--tls", settings.tls.orElseThrow().toString()));
    }
    if (role == WireSide.Role.SEND) {
      more.addAll(List.of("--file", settings.file.toString()));
    }
    Running agent = start(core, role, variant.javaOptions(), more);
    if (role != WireSide.Role.SEND) {
      Side.next(agent.says, Side.PORT);
    }
    return agent;
  }

  /**
   * Returns ports that are free, and that no other process gets in the next seconds, since the kernel assigns ports in
   * rotation.
   */
  private static List<Integer> freePorts(int count) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int number = 0; number < count; number++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return sockets.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
  }

  private Running start(Optional<Integer> core, WireSide.Role role, List<String> more) throws IOException {
    return start(core, role, List.of(), more);
  }

  private Running start(Optional<Integer> core, WireSide.Role role, List<String> javaOptions, List<String> more) throws IOException {
    List<String> command = new ArrayList<>();
    if (core.isPresent() && Runtime.getRuntime().availableProcessors() > 1 && Files.isExecutable(Path.of("/usr/bin/taskset"))) {
      command.addAll(List.of("taskset", "-c", core.get().toString()));
    }
    command.addAll(List.of(OwnJava.command(), "-XX:+UseSerialGC", "-Dio.netty.allocator.maxOrder=11", "-cp",
        System.getProperty("java.class.path")));
    settings.javaOptions.forEach(option -> command.add(option.replace("%s", role.name())));
    command.addAll(javaOptions);
    WireLoad load = settings.load;
    command.addAll(List.of(WireSide.class.getName(), "--role", role.name(), "--segment-bytes", Long.toString(load.segmentBytes()),
        "--segments", Integer.toString(load.segments()), "--jobs", Integer.toString(load.jobs())));
    command.addAll(more);
    Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    started.add(process);
    return new Running(process, process.inputReader());
  }

  /** Ends the processes that have not ended by themselves within a moment. */
  @Override
  public void close() {
    started.forEach(WireProcesses::end);
  }

  private static void end(Process process) {
    try {
      if (process.waitFor(LINGER_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroy();
  }
}
