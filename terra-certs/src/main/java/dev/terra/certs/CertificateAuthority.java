package dev.terra.certs;

import dev.terra.certs.UnsignedCertificate.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.security.auth.x500.X500Principal;

/**
 * A certificate authority that issues certificates for both ends of a connection, with keys on P-256. Whatever the authority's key signs is
 * trusted.
 */
public final class CertificateAuthority {
  /** The name of the file with the authority's certificate, in its own folder and in that of each identity that it certifies. */
  public static final String CERTIFICATE_FILE = KeyFiles.AUTHORITY_FILE;
  /** The name of the file with the authority's key, in its own folder only. */
  public static final String KEY_FILE = "ca.key";

  private final X509Certificate certificate;
  private final PrivateKey key;

  private CertificateAuthority(X509Certificate certificate, PrivateKey key) {
    this.certificate = certificate;
    this.key = key;
  }

  /** The time for which a certificate is valid. */
  public record Validity(Instant from, Instant until) {}

  /** Returns a new authority. */
  public static CertificateAuthority create(String name, Validity validity) {
    try {
      KeyPair pair = newPair();
      X500Principal itself = UnsignedCertificate.name(name);
      UnsignedCertificate unsigned = new UnsignedCertificate(itself, new Subject(itself, pair.getPublic()), validity.from(),
          validity.until(), List.of(CertificateExtensions.authority(), CertificateExtensions.signsCertificates(),
              CertificateExtensions.subjectKey(pair.getPublic())));
      return new CertificateAuthority(unsigned.sign(pair.getPrivate(), new SecureRandom()), pair.getPrivate());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java cannot make a certificate: " + e.getMessage(), e);
    }
  }

  /**
   * Returns the authority whose files are in a folder.
   *
   * @throws IOException if a file is missing or cannot be used; the message names the file
   */
  public static CertificateAuthority load(Path folder) throws IOException {
    for (String name : new String[] {CERTIFICATE_FILE, KEY_FILE}) {
      if (!Files.isRegularFile(folder.resolve(name))) {
        throw new IOException("no such file: " + folder.resolve(name));
      }
    }
    return new CertificateAuthority(
        KeyFiles.readCertificate(folder.resolve(CERTIFICATE_FILE)), KeyFiles.readKey(folder.resolve(KEY_FILE)));
  }

  /** Writes both files into a folder, which is created if necessary. A file that exists already is an error. */
  public void save(Path folder) throws IOException {
    Files.createDirectories(folder);
    KeyFiles.writeCertificate(folder.resolve(CERTIFICATE_FILE), certificate);
    KeyFiles.writeKey(folder.resolve(KEY_FILE), key);
  }

  /** Returns the authority's certificate. */
  public X509Certificate certificate() {
    return certificate;
  }

  /** Issues a new key and its certificate, for clients and servers, whose only alternative name is a URI. */
  public IssuedCertificate issue(String uri, Validity validity) {
    return issue(uri, HostNames.NONE, validity);
  }

  /** Issues a new key and its certificate, for clients and servers, whose alternative names are a URI and the names of a host. */
  public IssuedCertificate issue(String uri, HostNames host, Validity validity) {
    try {
      KeyPair pair = newPair();
      UnsignedCertificate unsigned = new UnsignedCertificate(certificate.getSubjectX500Principal(),
          new Subject(UnsignedCertificate.name(uri), pair.getPublic()), validity.from(), validity.until(),
          extensions(uri, host, pair.getPublic()));
      return new IssuedCertificate(unsigned.sign(key, new SecureRandom()), pair.getPrivate(), certificate);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java cannot make a certificate: " + e.getMessage(), e);
    }
  }

  private List<byte[]> extensions(String uri, HostNames host, PublicKey holder) throws GeneralSecurityException {
    List<byte[]> extensions = new ArrayList<>(List.of(CertificateExtensions.noAuthority(), CertificateExtensions.signs(),
        CertificateExtensions.bothEnds(), CertificateExtensions.names(uri, host), CertificateExtensions.subjectKey(holder)));
    CertificateExtensions.authorityKey(certificate).ifPresent(extensions::add);
    return extensions;
  }

  private static KeyPair newPair() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }
}
