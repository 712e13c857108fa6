package dev.terra.certs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/**
 * Reads and writes certificates and keys as PEM files. Only its owner can read a key's file, from its first byte on. No file is ever
 * overwritten.
 */
final class KeyFiles {
  /** The name of the file with the authority's certificate, in its own folder and in that of each identity that it certifies. */
  static final String AUTHORITY_FILE = "ca.pem";
  private static final String KEY_BEGIN = "-----BEGIN PRIVATE KEY-----";
  private static final String KEY_END = "-----END PRIVATE KEY-----";
  private static final int LINE = 64;

  private KeyFiles() {}

  static void writeCertificate(Path file, Certificate certificate) throws IOException {
    try {
      create(file, "rw-r--r--", pem("-----BEGIN CERTIFICATE-----", certificate.getEncoded(), "-----END CERTIFICATE-----"));
    } catch (GeneralSecurityException e) {
      throw new IOException(file + ": the certificate cannot be encoded", e);
    }
  }

  static void writeKey(Path file, PrivateKey key) throws IOException {
    create(file, "rw-------", pem(KEY_BEGIN, key.getEncoded(), KEY_END));
  }

  private static void create(Path file, String permissions, String text) throws IOException {
    Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)));
    Files.writeString(file, text);
  }

  private static String pem(String begin, byte[] bytes, String end) {
    String base64 = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(bytes);
    return begin + "\n" + base64 + "\n" + end + "\n";
  }

  static X509Certificate readCertificate(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    } catch (GeneralSecurityException e) {
      throw new IOException(file + " holds no certificate: " + e.getMessage(), e);
    }
  }

  static PrivateKey readKey(Path file) throws IOException {
    String text = Files.readString(file, StandardCharsets.ISO_8859_1);
    int begin = text.indexOf(KEY_BEGIN);
    int end = text.indexOf(KEY_END);
    try {
      if (begin < 0 || end < begin) {
        throw new IllegalArgumentException("no line " + KEY_BEGIN);
      }
      byte[] encoded = Base64.getMimeDecoder().decode(text.substring(begin + KEY_BEGIN.length(), end));
      return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(encoded));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IOException(file + " holds no private EC key: " + e.getMessage(), e);
    }
  }
}
