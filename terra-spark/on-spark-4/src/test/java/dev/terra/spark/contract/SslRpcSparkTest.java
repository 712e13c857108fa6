package dev.terra.spark.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.support.Await;
import dev.terra.spark.support.SparkSites;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The contract over Terra, with {@code spark.ssl.rpc}, which only Spark 4 has: services and clients use TLS between them. */
class SslRpcSparkTest extends SparkContract {
  private static final String PASSWORD = "a-password";
  private static final int TLS_ALERT = 21;

  @Override
  SparkSites.Options options() {
    String store = newKeyStore().toString();
    return SparkSites.Options.TERRA.with(Map.of("spark.ssl.rpc.enabled", "true",
        "spark.ssl.rpc.keyStore", store, "spark.ssl.rpc.keyStorePassword", PASSWORD, "spark.ssl.rpc.keyPassword", PASSWORD,
        "spark.ssl.rpc.trustStore", store, "spark.ssl.rpc.trustStorePassword", PASSWORD, "spark.ssl.rpc.protocol", "TLSv1.3"));
  }

  private static Path newKeyStore() {
    try {
      Path store = Files.createTempDirectory("terra-spark").resolve("keys.p12");
      store.toFile().deleteOnExit();
      store.getParent().toFile().deleteOnExit();
      Process keytool = new ProcessBuilder(List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair",
          "-alias", "node", "-keyalg", "EC", "-dname", "CN=node", "-storetype", "PKCS12", "-keystore", store.toString(), "-storepass",
          PASSWORD, "-keypass", PASSWORD, "-validity", "2")).inheritIO().start();
      assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(keytool.exitValue()).isZero();
      return store;
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  void check(SparkSites after, long came) {
    Await.until("95 % of " + came + " bytes through tunnels", () -> after.delivered() >= came * 95 / 100);
  }

  @Test
  void theServiceSpeaksTlsOnly() throws IOException {
    try (Socket socket = new Socket(sites().origin().ip(), sites().origin().port())) {
      socket.setSoTimeout(10_000);
      OutputStream out = socket.getOutputStream();
      out.write("this is no TLS".getBytes(StandardCharsets.US_ASCII));
      out.flush();
      assertThat(socket.getInputStream().read()).isIn(TLS_ALERT, -1);
    }
  }
}
