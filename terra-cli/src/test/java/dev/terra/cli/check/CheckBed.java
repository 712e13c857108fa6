package dev.terra.cli.check;

import dev.terra.certs.CertificateAuthority;
import dev.terra.certs.CertificateAuthority.Validity;
import dev.terra.cli.Terra;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** Correct configuration files of two sites on loopback, which tests then break, and the output of the command for them. */
final class CheckBed {
  static final String AGENT = "agent.yaml";
  static final String CONTROLLER = "controller.yaml";
  static final String TOPOLOGY = "wan.yaml";
  static final String YARN = "yarn-site.xml";
  private static final Map<String, String> USERS = Map.of("hk", "terra://site/HK", "la", "terra://site/LA", "node", "terra://node/HK",
      "controller", "terra://controller");

  final Path folder;
  final int tunnelPort;
  private final int otherPorts;
  String out = "";

  CheckBed(Path folder) throws IOException {
    this.folder = folder;
    this.tunnelPort = freePort();
    this.otherPorts = freePort();
    certificates("tls", CertificateAuthority.create("ca", valid(-1, 90)), valid(-1, 90));
    write(TOPOLOGY, """
        name: pair
        sites:
          - {id: HK, subnets: [127.1.0.0/16]}
          - {id: LA, subnets: [127.2.0.0/16]}
        links:
          - {between: [HK, LA], capacity: 80 Mbps, latency: 1 ms}
        """);
    write(AGENT, "site: HK\nname: HK-gw\ntopology: wan.yaml\ncontroller: 127.2.0.9:" + otherPorts + "\nlistenAddress: 127.1.0.1\n"
        + "tunnelPort: " + tunnelPort + "\nsitePort: " + freePort() + "\nfetchPort: " + freePort() + "\nmetrics: 127.1.0.1:" + freePort()
            + "\n"
        + "neighbours:\n  LA: {local: 127.1.0.1, remote: 127.2.0.1}\n"
        + "spool: {memoryBytes: 4194304, diskBytes: 1048576, directory: " + folder + "/spool}\nsubmitFolders: [" + folder + "]\n"
        + "tls: {certificate: tls/hk/certificate.pem, key: tls/hk/key.pem, ca: tls/hk/ca.pem}\n");
    write(CONTROLLER, "topology: wan.yaml\nlisten: 127.2.0.9:" + freePort() + "\nhttp: {listen: '127.2.0.9:" + freePort()
        + "', tokens: tokens}\ntls: {certificate: tls/controller/certificate.pem, key: tls/controller/key.pem, ca: "
            + "tls/controller/ca.pem}\n");
    write("tokens", "admin alice 0123456789abcdef\n");
    write(YARN, "<configuration>\n" + property("yarn.nodemanager.aux-services", "mapreduce_shuffle")
        + property("yarn.nodemanager.aux-services.mapreduce_shuffle.class", "dev.terra.shuffle.TerraShuffleHandler")
        + property("terra.agents", "127.1.0.1:" + otherPorts) + property("terra.segment.port", "13563")
        + property("terra.tls.certificate", folder + "/tls/node/certificate.pem")
        + property("terra.tls.key", folder + "/tls/node/key.pem") + property("terra.tls.ca", folder + "/tls/node/ca.pem")
        + property("yarn.nodemanager.recovery.enabled", "true")
        + property("yarn.nodemanager.recovery.supervised", "true") + "</configuration>\n");
  }

  private static String property(String name, String value) {
    return "<property><name>" + name + "</name><value>" + value + "</value></property>\n";
  }

  static int freePort() {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getByName("127.1.0.1"), 0));
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Validity valid(int fromDays, int untilDays) {
    Instant now = Instant.now();
    return new Validity(now.plus(Duration.ofDays(fromDays)), now.plus(Duration.ofDays(untilDays)));
  }

  /** Writes certificates of one authority for all processes. */
  void certificates(String name, CertificateAuthority authority, Validity validity) {
    USERS.forEach((user, uri) -> {
      try {
        authority.issue(uri, validity).save(folder.resolve(name).resolve(user));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
  }

  Path write(String name, String text) {
    try {
      return Files.writeString(folder.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Replaces a text in a file. The file must contain the text. */
  void edit(String name, String from, String to) {
    try {
      String text = Files.readString(folder.resolve(name));
      if (!text.contains(from)) {
        throw new AssertionError(name + " has no " + from);
      }
      write(name, text.replace(from, to));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void line(String name, String key, String line) {
    try {
      write(name, Files.readString(folder.resolve(name)).replaceAll("(?m)^" + key + ":.*$", line));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs the command, and returns its exit code. */
  int check(String... arguments) {
    StringWriter written = new StringWriter();
    String[] all = new String[arguments.length + 1];
    all[0] = "check";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    int exitCode = Terra.commandLine().setOut(new PrintWriter(written, true)).setErr(new PrintWriter(written, true)).execute(all);
    out = written.toString();
    return exitCode;
  }

  /** Runs the command on one of the files, and returns its exit code. */
  int checkFile(String name) {
    return check("--config", folder.resolve(name).toString());
  }
}
