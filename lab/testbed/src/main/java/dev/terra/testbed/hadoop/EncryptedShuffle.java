package dev.terra.testbed.hadoop;

import dev.terra.testbed.TestbedException;
import dev.terra.testbed.os.Children;
import dev.terra.testbed.plan.AddressPlan;
import dev.terra.testbed.plan.Host;
import dev.terra.testbed.plan.Host.Role;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The keys of an encrypted shuffle: one key for all workers, with a certificate for their names, which all of them trust. */
final class EncryptedShuffle {
  private static final String FOLDER = "shuffle-tls";
  private static final String STORE = "store.jks";
  private static final String TRUSTED = "trusted.jks";
  private static final String CERTIFICATE = "certificate.pem";
  private static final String ALIAS = "shuffle";
  /** The password of the keys. It need not be secret, as the keys are a testbed's. */
  private static final String PASSWORD = "changeit";
  private static final long PATIENCE_SECONDS = 60;

  private final Path store;

  /** Makes an access to the keys of the testbed below a root directory, if it has any. */
  EncryptedShuffle(Path root) {
    this.store = root.resolve(FOLDER).resolve(STORE);
  }

  /** Returns whether the testbed has keys, and so encrypts its shuffle. */
  boolean exist() {
    return Files.exists(store);
  }

  /** Makes the keys. */
  void create(AddressPlan addresses) {
    String names = addresses.hosts(Role.WORKER).stream().map(Host::name).map(name -> "dns:" + name).collect(Collectors.joining(","));
    try {
      Files.createDirectories(store.getParent());
      for (String old : List.of(STORE, TRUSTED, CERTIFICATE)) {
        Files.deleteIfExists(store.resolveSibling(old));
      }
      String certificate = store.resolveSibling(CERTIFICATE).toString();
      keytool(STORE, "-genkeypair", "-keypass", PASSWORD, "-keyalg", "RSA", "-dname", "CN=testbed", "-ext", "san=" + names,
          "-validity", "30");
      keytool(STORE, "-exportcert", "-rfc", "-file", certificate);
      keytool(TRUSTED, "-importcert", "-noprompt", "-file", certificate);
    } catch (IOException e) {
      throw new TestbedException("no keys for an encrypted shuffle: " + e.getMessage(), e);
    }
  }

  private void keytool(String file, String... words) throws IOException {
    List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), words[0],
        "-keystore", store.resolveSibling(file).toString(), "-storetype", "JKS", "-storepass", PASSWORD, "-alias", ALIAS));
    command.addAll(List.of(words).subList(1, words.length));
    run(command);
  }

  private static void run(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException("keytool failed: " + said);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      Children.end(process);
    }
  }

  /** Returns the settings of Hadoop for an encrypted shuffle; empty if the shuffle is not encrypted. */
  Map<String, String> settings() {
    return exist() ? Map.of("mapreduce.shuffle.ssl.enabled", "true", "hadoop.ssl.require.client.cert", "false",
        "tez.runtime.shuffle.ssl.enable", "true") : Map.of();
  }

  /** Returns the file with the key. */
  Path key() {
    return store;
  }

  /** Returns the file of Hadoop's configuration with the certificates that readers trust. */
  Map<String, String> readersFiles() {
    return exist() ? Map.of("ssl-client.xml", HadoopXml.of(store("client", "truststore", store.resolveSibling(TRUSTED)))) : Map.of();
  }

  /** Returns the files of a server, which is also a reader. */
  Map<String, String> serversFiles() {
    Map<String, String> files = new LinkedHashMap<>(readersFiles());
    if (exist()) {
      files.put("ssl-server.xml", HadoopXml.of(store("server", "keystore", store)));
    }
    return files;
  }

  private static Map<String, String> store(String role, String kind, Path file) {
    String prefix = "ssl." + role + "." + kind + ".";
    Map<String, String> p = new LinkedHashMap<>();
    p.put(prefix + "location", file.toString());
    p.put(prefix + "type", "jks");
    p.put(prefix + "password", PASSWORD);
    p.put(prefix + "keypassword", PASSWORD);
    return p;
  }
}
