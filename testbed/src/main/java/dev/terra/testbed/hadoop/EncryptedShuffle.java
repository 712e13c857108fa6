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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The keys of an encrypted shuffle: one key for all workers, with a certificate for their names, which everybody trusts. */
final class EncryptedShuffle {
  private static final String FOLDER = "shuffle-tls";
  private static final String STORE = "store.jks";
  /** Nothing secret: it is a testbed's. */
  private static final String PASSWORD = "changeit";
  private static final long PATIENCE_SECONDS = 60;

  private final Path store;

  /** Of the testbed below a root directory, if it has any. */
  EncryptedShuffle(Path root) {
    this.store = root.resolve(FOLDER).resolve(STORE);
  }

  /** Whether the testbed has keys, and so encrypts its shuffle. */
  boolean exist() {
    return Files.exists(store);
  }

  /** Makes them. */
  void create(AddressPlan addresses) {
    String names = addresses.hosts(Role.WORKER).stream().map(Host::name).map(name -> "dns:" + name).collect(Collectors.joining(","));
    try {
      Files.createDirectories(store.getParent());
      Files.deleteIfExists(store);
      run(List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair", "-keystore", store.toString(),
          "-storetype", "JKS", "-storepass", PASSWORD, "-keypass", PASSWORD, "-alias", "shuffle", "-keyalg", "RSA", "-dname",
          "CN=testbed", "-ext", "san=" + names, "-validity", "30"));
    } catch (IOException e) {
      throw new TestbedException("no keys for an encrypted shuffle: " + e.getMessage(), e);
    }
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

  /** What of Hadoop's settings says that the shuffle is encrypted. */
  Map<String, String> settings() {
    return exist() ? Map.of("mapreduce.shuffle.ssl.enabled", "true", "hadoop.ssl.require.client.cert", "false",
        "tez.runtime.shuffle.ssl.enable", "true") : Map.of();
  }

  /** The files of Hadoop's configuration that say where the keys are. */
  Map<String, String> files() {
    return exist() ? Map.of("ssl-server.xml", HadoopXml.of(store("server", "keystore")),
        "ssl-client.xml", HadoopXml.of(store("client", "truststore"))) : Map.of();
  }

  private Map<String, String> store(String role, String kind) {
    String prefix = "ssl." + role + "." + kind + ".";
    Map<String, String> p = new LinkedHashMap<>();
    p.put(prefix + "location", store.toString());
    p.put(prefix + "type", "jks");
    p.put(prefix + "password", PASSWORD);
    p.put(prefix + "keypassword", PASSWORD);
    return p;
  }
}
