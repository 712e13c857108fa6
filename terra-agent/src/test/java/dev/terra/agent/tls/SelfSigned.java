package dev.terra.agent.tls;

import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.TlsPaths;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Makes the files of an identity that is its own authority, with keys of any kind that Java's {@code keytool} makes. */
final class SelfSigned {
  private static final String PASSWORD = "changeit";

  private SelfSigned() {}

  /** Writes new files to a folder. */
  static TlsPaths make(Path folder, PeerIdentity identity, String kindOfKeys) throws Exception {
    Files.createDirectories(folder);
    Path store = folder.resolve("store.p12");
    List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair",
        "-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD, "-alias", "own", "-dname", "CN=test",
        "-validity", "10", "-ext", "SAN=URI:" + identity.uri(), "-ext", "BC=ca:true", "-keyalg"));
    command.addAll(List.of(kindOfKeys.split(" ")));
    Process keytool = new ProcessBuilder(command).inheritIO().start();
    if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
      throw new IllegalStateException("keytool failed");
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    TlsPaths paths = TlsPaths.in(folder);
    String certificate = pem("CERTIFICATE", keys.getCertificate("own").getEncoded());
    Files.writeString(paths.certificate(), certificate);
    Files.writeString(paths.ca(), certificate);
    Files.writeString(paths.key(), pem("PRIVATE KEY", keys.getKey("own", PASSWORD.toCharArray()).getEncoded()));
    return paths;
  }

  private static String pem(String what, byte[] bytes) {
    return "-----BEGIN " + what + "-----\n" + Base64.getMimeEncoder().encodeToString(bytes) + "\n-----END " + what + "-----\n";
  }
}
