package dev.terra.shuffle.support;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.mapreduce.MRConfig;

/**
 * A TLS key for this host, and the two files by which Hadoop finds the key. There is one key for the whole process, since Hadoop's
 * fetchers keep theirs in a static field.
 */
public final class TestTls {
  private static final String PASSWORD = "changeit";
  private static final Path DIRECTORY = create();

  private TestTls() {}

  private static Path create() {
    try {
      Path directory = Files.createTempDirectory("terra-tls");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> FileUtil.fullyDelete(directory.toFile()), "terra-tls-clean-up"));
      Path store = directory.resolve("store.jks");
      run(List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair", "-keystore", store.toString(),
          "-storetype", "JKS", "-storepass", PASSWORD, "-keypass", PASSWORD, "-alias", "node", "-keyalg", "EC", "-groupname", "secp256r1",
          "-dname", "CN=127.0.0.1", "-ext", "san=ip:127.0.0.1,ip:127.0.1.1,dns:localhost", "-validity", "2"));
      write(directory.resolve("terra-test-ssl-server.xml"), "server", "keystore", store);
      write(directory.resolve("terra-test-ssl-client.xml"), "client", "truststore", store);
      return directory;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static void run(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(1, TimeUnit.MINUTES) || process.exitValue() != 0) {
        throw new IOException(command.get(0) + " failed: " + output);
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static void write(Path file, String role, String kind, Path store) throws IOException {
    Configuration settings = new Configuration(false);
    String prefix = "ssl." + role + "." + kind + ".";
    settings.set(prefix + "location", store.toString());
    settings.set(prefix + "type", "jks");
    settings.set(prefix + "password", PASSWORD);
    settings.set(prefix + "keypassword", PASSWORD);
    try (var out = Files.newOutputStream(file)) {
      settings.writeXml(out);
    }
  }

  /** Configures an encrypted shuffle. The settings are the same for a node and for a reducer. */
  public static void configure(Configuration settings) {
    settings.setBoolean(MRConfig.SHUFFLE_SSL_ENABLED_KEY, true);
    settings.set("hadoop.ssl.server.conf", "terra-test-ssl-server.xml");
    settings.set("hadoop.ssl.client.conf", "terra-test-ssl-client.xml");
  }

  /** An action that can fail. */
  public interface Action {
    /** Runs the action. */
    void run() throws IOException;
  }

  /** Runs an action while Hadoop finds the two files on the class path. */
  public static void onClassPath(Action action) throws IOException {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {DIRECTORY.toUri().toURL()}, before)) {
      Thread.currentThread().setContextClassLoader(loader);
      action.run();
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  /** Returns a factory of sockets that trust the key. */
  public static SSLSocketFactory sockets() throws IOException {
    try (InputStream in = Files.newInputStream(DIRECTORY.resolve("store.jks"))) {
      KeyStore store = KeyStore.getInstance("JKS");
      store.load(in, PASSWORD.toCharArray());
      TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context.getSocketFactory();
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }
}
