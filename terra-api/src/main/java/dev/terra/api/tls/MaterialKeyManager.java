package dev.terra.api.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * Shows the certificate that is in use when a handshake begins. A handshake asks for the certificate and for its key one after the
 * other, so each reading of the files has an alias of its own, and the last but one is known still.
 */
final class MaterialKeyManager extends X509ExtendedKeyManager {
  private final Supplier<TlsMaterial> current;
  private final Function<String, TlsMaterial> byAlias;

  MaterialKeyManager(Supplier<TlsMaterial> current, Function<String, TlsMaterial> byAlias) {
    this.current = current;
    this.byAlias = byAlias;
  }

  /** The alias, if the key is of one of these kinds ({@code EC}, or as TLS 1.2 has it {@code EC_EC}). */
  private String alias(String... keyTypes) {
    TlsMaterial material = current.get();
    String algorithm = material.key().getAlgorithm();
    for (String type : keyTypes) {
      if (type.equals(algorithm) || type.startsWith(algorithm + "_")) {
        return material.alias();
      }
    }
    return null;
  }

  @Override
  public String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
    return alias(keyTypes);
  }

  @Override
  public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
    return alias(keyType);
  }

  @Override
  public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
    return alias(keyTypes);
  }

  @Override
  public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
    return alias(keyType);
  }

  @Override
  public String[] getClientAliases(String keyType, Principal[] issuers) {
    String alias = alias(keyType);
    return alias == null ? null : new String[] {alias};
  }

  @Override
  public String[] getServerAliases(String keyType, Principal[] issuers) {
    return getClientAliases(keyType, issuers);
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    TlsMaterial material = byAlias.apply(alias);
    return material == null ? null : material.chain();
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    TlsMaterial material = byAlias.apply(alias);
    return material == null ? null : material.key();
  }
}
