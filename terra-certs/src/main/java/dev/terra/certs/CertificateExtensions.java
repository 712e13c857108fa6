package dev.terra.certs;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Encodes the extensions of certificates (RFC 5280, 4.2.1) in DER. */
final class CertificateExtensions {
  private static final String SUBJECT_KEY = "2.5.29.14";
  private static final String KEY_USAGE = "2.5.29.15";
  private static final String ALTERNATIVE_NAME = "2.5.29.17";
  private static final String BASIC_CONSTRAINTS = "2.5.29.19";
  private static final String AUTHORITY_KEY = "2.5.29.35";
  private static final String EXTENDED_KEY_USAGE = "2.5.29.37";
  private static final String SERVER = "1.3.6.1.5.5.7.3.1";
  private static final String CLIENT = "1.3.6.1.5.5.7.3.2";

  private static final int DIGITAL_SIGNATURE = 0;
  private static final int CERTIFICATE_SIGNATURE = 5;
  private static final int REVOCATION_SIGNATURE = 6;
  /** The tags of the choices of GeneralName. */
  private static final int DNS = 0x82;
  private static final int IP = 0x87;
  private static final int URI = 0x86;
  /** The tag of the first field of AuthorityKeyIdentifier. */
  private static final int KEY_IDENTIFIER = 0x80;
  private static final int KEY_IDENTIFIER_BYTES = 20;
  /**
   * The bytes before the identifier in an extension's value. The value is the identifier in two nested octet strings, each with a tag and a
   * short length.
   */
  private static final int TAGS_AND_LENGTHS = 4;

  private CertificateExtensions() {}

  private static byte[] critical(String identifier, byte[] value) {
    return Der.sequence(Der.identifier(identifier), Der.yes(), Der.octets(value));
  }

  private static byte[] plain(String identifier, byte[] value) {
    return Der.sequence(Der.identifier(identifier), Der.octets(value));
  }

  /** Returns the extension by which a certificate may sign others, which may not sign any. */
  static byte[] authority() {
    return critical(BASIC_CONSTRAINTS, Der.sequence(Der.yes(), Der.integer(BigInteger.ZERO)));
  }

  /** Returns the extension by which a certificate may not sign others. */
  static byte[] noAuthority() {
    return critical(BASIC_CONSTRAINTS, Der.sequence());
  }

  /** Returns the extension by which a certificate's key signs certificates and revocation lists. */
  static byte[] signsCertificates() {
    return critical(KEY_USAGE, Der.namedBits(CERTIFICATE_SIGNATURE, REVOCATION_SIGNATURE));
  }

  /** Returns the extension by which a certificate's key signs handshakes. */
  static byte[] signs() {
    return critical(KEY_USAGE, Der.namedBits(DIGITAL_SIGNATURE));
  }

  /** Returns the extension by which a certificate is for servers and clients of TLS. */
  static byte[] bothEnds() {
    return plain(EXTENDED_KEY_USAGE, Der.sequence(Der.identifier(SERVER), Der.identifier(CLIENT)));
  }

  /**
   * Returns the extension with a certificate's alternative names: the URI of its identity, in ASCII, and the names and addresses of its
   * host.
   */
  static byte[] names(String uri, HostNames host) {
    List<byte[]> names = new ArrayList<>(List.of(Der.tagged(URI, uri.getBytes(StandardCharsets.US_ASCII))));
    host.names().forEach(name -> names.add(Der.tagged(DNS, name.getBytes(StandardCharsets.US_ASCII))));
    host.addresses().forEach(address -> names.add(Der.tagged(IP, address.getAddress())));
    return plain(ALTERNATIVE_NAME, Der.sequence(names.toArray(byte[][]::new)));
  }

  /**
   * Returns the extension that identifies a certificate's key, by the first 160 bits of the SHA-256 of the key with its algorithm: one of
   * the methods of RFC 7093, 2.
   */
  static byte[] subjectKey(PublicKey key) throws GeneralSecurityException {
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getEncoded());
    return plain(SUBJECT_KEY, Der.octets(Arrays.copyOf(hash, KEY_IDENTIFIER_BYTES)));
  }

  /**
   * Returns the extension that identifies the key which signs a certificate; empty if the authority's certificate does not identify its own
   * key.
   */
  static Optional<byte[]> authorityKey(X509Certificate authority) {
    return Optional.ofNullable(authority.getExtensionValue(SUBJECT_KEY)).filter(value -> value.length > TAGS_AND_LENGTHS)
        .map(value -> Arrays.copyOfRange(value, TAGS_AND_LENGTHS, value.length))
        .map(identifier -> plain(AUTHORITY_KEY, Der.sequence(Der.tagged(KEY_IDENTIFIER, identifier))));
  }
}
