package dev.terra.cli.check;

import com.google.common.net.HostAndPort;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.config.ConfigException;
import dev.terra.controller.Addresses;
import dev.terra.controller.ControllerConfig;
import dev.terra.controller.HttpConfig;
import dev.terra.controller.Settings;
import dev.terra.controller.election.ZooKeeperConfig;
import dev.terra.controller.yarn.ResourceManagerConfig;
import dev.terra.core.failure.Failures;
import dev.terra.core.wan.Wan;
import dev.terra.rest.auth.TokenFile;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks a controller's configuration against its host; no other host is contacted. */
final class ControllerCheck {
  private final Path file;
  private final ControllerConfig config;
  private final List<Finding> findings = new ArrayList<>();

  private ControllerCheck(Path file, ControllerConfig config) {
    this.file = file;
    this.config = config;
  }

  /** Returns all findings. */
  static List<Finding> of(Path file, ControllerConfig config, Wan wan, Instant now) {
    ControllerCheck check = new ControllerCheck(file, config);
    check.findings.addAll(new SitesCheck(Path.of(config.topology()), wan).findings());
    check.settings(wan);
    check.addresses();
    check.files();
    check.findings.addAll(new TlsCheck(file, PeerIdentity.controller(), now).check(config.tls().orElse(null)));
    return check.findings;
  }

  private void error(String key, String problem, String cure) {
    findings.add(Finding.error(file, key, problem, cure));
  }

  private void settings(Wan wan) {
    try {
      Settings.of(config, wan, 1);
    } catch (ConfigException e) {
      findings.add(LoadFailure.of(file, "network", e));
    }
  }

  private void addresses() {
    HostAddresses host = new HostAddresses(file, "controller");
    address("listen", config.listen()).ifPresent(listen -> host.needs("listen", "listen", listen.getAddress(), listen.getPort()));
    config.http().listen().flatMap(text -> address("http.listen", text)).ifPresent(listen -> http(host, listen));
    findings.addAll(host.findings());
  }

  private Optional<InetSocketAddress> address(String key, String text) {
    try {
      if (!HostAndPort.fromString(text).hasPort()) {
        error(key, "there is no port in " + text, "write IP:PORT, such as " + text + ":7100");
        return Optional.empty();
      }
      return Optional.of(Addresses.parse(key, text));
    } catch (ConfigException | IllegalArgumentException e) {
      error(key, "it is no address of a host and a port: " + text, "write IP:PORT, such as 10.1.0.5:7100");
      return Optional.empty();
    }
  }

  private void http(HostAddresses host, InetSocketAddress listen) {
    HttpConfig http = config.http();
    if (!listen.getAddress().isLoopbackAddress() && http.tokens().isEmpty() && !http.tls()) {
      error("http.listen", "beyond loopback it needs http.tokens or http.tls",
          "http: {listen: '" + http.listen().orElseThrow() + "', tokens: tokens}, with lines `admin NAME TOKEN` in the file tokens");
    }
    if (!http.isDefault()) {
      host.needs("http.listen", "http.listen", listen.getAddress(), listen.getPort());
    }
  }

  private void files() {
    config.http().tokens().ifPresent(this::tokens);
    config.network().onos().ifPresent(onos -> readable("network.onos.passwordFile", onos.passwordFile()));
    config.network().onos().flatMap(onos -> onos.ca()).ifPresent(ca -> readable("network.onos.ca", ca));
    queues();
    config.zookeeper().flatMap(ZooKeeperConfig::digest).ifPresent(digest -> readable("zookeeper.digestFile", digest));
    config.zookeeper().flatMap(ZooKeeperConfig::insecurity).ifPresent(what -> findings.add(Finding.warning(
        file, "zookeeper.acl", what, "echo \"terra:$(openssl rand -hex 16)\" > zookeeper.digest && chmod 600 zookeeper.digest")));
    config.http().audit().map(audit -> audit.toAbsolutePath().getParent()).filter(folder -> !Files.isDirectory(folder))
        .ifPresent(folder -> error("http.audit", "there is no folder " + folder, "mkdir -p " + folder));
  }

  private void queues() {
    config.claims().forEach((key, claim) -> findings.add(Finding.warning(file, key, "a job names its queue itself, and so " + claim,
        "resourceManager: {webappAddresses: ['http://RM-HOST:8088']}, so that only the queue counts in which YARN runs the job")));
    config.resourceManager().flatMap(ResourceManagerConfig::ca).ifPresent(ca -> readable("resourceManager.ca", ca));
    if (config.tls().isPresent() && config.resourceManager().filter(ResourceManagerConfig::isOpen).isPresent()) {
      findings.add(Finding.warning(file, "resourceManager.webappAddresses", "answers over http can be forged on their way",
          "write the addresses with https, if the ResourceManagers serve it (yarn.http.policy)"));
    }
  }

  private void tokens(Path tokens) {
    try {
      new TokenFile(tokens, System::nanoTime);
    } catch (ConfigException e) {
      error("http.tokens", Failures.inWords(e), "echo \"admin $USER $(openssl rand -hex 16)\" > " + tokens + " && chmod 600 " + tokens);
    }
  }

  private void readable(String key, Path path) {
    if (!Files.isReadable(path)) {
      error(key, "there is no file " + path + " that this user may read", "write it, or correct the name");
    }
  }
}
