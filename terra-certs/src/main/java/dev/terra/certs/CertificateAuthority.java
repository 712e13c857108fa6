package dev.terra.certs;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Issues certificates for both ends of a connection, with keys on P-256. Whoever has its own key is trusted. */
public final class CertificateAuthority {
  /** Its certificate, in its own folder and in that of everybody whom it certifies. */
  public static final String CERTIFICATE_FILE = "ca.pem";
  /** Its key, in its own folder only. */
  public static final String KEY_FILE = "ca.key";

  private static final String SIGNATURE = "SHA256withECDSA";
  /** RFC 5280 allows 20 bytes; so many random bits don't repeat. */
  private static final int SERIAL_BITS = 127;

  private final X509Certificate certificate;
  private final PrivateKey key;

  private CertificateAuthority(X509Certificate certificate, PrivateKey key) {
    this.certificate = certificate;
    this.key = key;
  }

  /** From when to when a certificate is valid. */
  public record Validity(Instant from, Instant until) {}

  /** A new one. */
  public static CertificateAuthority create(String name, Validity validity) {
    try {
      KeyPair pair = newPair();
      JcaX509v3CertificateBuilder builder =
          new JcaX509v3CertificateBuilder(named(name), serial(), from(validity), until(validity), named(name), pair.getPublic());
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
      builder.addExtension(
          Extension.subjectKeyIdentifier, false, new JcaX509ExtensionUtils().createSubjectKeyIdentifier(pair.getPublic()));
      return new CertificateAuthority(sign(builder, pair.getPrivate()), pair.getPrivate());
    } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
      throw new IllegalStateException("this Java cannot make a certificate: " + e.getMessage(), e);
    }
  }

  /**
   * The one whose files are in a folder.
   *
   * @throws IOException that names the file that is missing or of no use
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

  /** Writes both files into a folder, which is made if need be; a file that is there already is an error. */
  public void save(Path folder) throws IOException {
    Files.createDirectories(folder);
    KeyFiles.writeCertificate(folder.resolve(CERTIFICATE_FILE), certificate);
    KeyFiles.writeKey(folder.resolve(KEY_FILE), key);
  }

  /** Its certificate. */
  public X509Certificate certificate() {
    return certificate;
  }

  /** A new key and its certificate, for clients and servers alike, whose only alternative name is a URI. */
  public IssuedCertificate issue(String uri, Validity validity) {
    try {
      KeyPair pair = newPair();
      JcaX509v3CertificateBuilder builder =
          new JcaX509v3CertificateBuilder(certificate, serial(), from(validity), until(validity), named(uri), pair.getPublic());
      JcaX509ExtensionUtils identifiers = new JcaX509ExtensionUtils();
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
      builder.addExtension(Extension.extendedKeyUsage, false,
          new ExtendedKeyUsage(new KeyPurposeId[] {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth}));
      builder.addExtension(Extension.subjectAlternativeName, false,
          new GeneralNames(new GeneralName(GeneralName.uniformResourceIdentifier, uri)));
      builder.addExtension(Extension.subjectKeyIdentifier, false, identifiers.createSubjectKeyIdentifier(pair.getPublic()));
      builder.addExtension(Extension.authorityKeyIdentifier, false, identifiers.createAuthorityKeyIdentifier(certificate));
      return new IssuedCertificate(sign(builder, key), pair.getPrivate(), certificate);
    } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
      throw new IllegalStateException("this Java cannot make a certificate: " + e.getMessage(), e);
    }
  }

  private static KeyPair newPair() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private static X500Name named(String name) {
    return new X500NameBuilder(BCStyle.INSTANCE).addRDN(BCStyle.O, "Terra").addRDN(BCStyle.CN, name).build();
  }

  private static BigInteger serial() {
    return new BigInteger(SERIAL_BITS, new SecureRandom()).setBit(0);
  }

  private static Date from(Validity validity) {
    return Date.from(validity.from);
  }

  private static Date until(Validity validity) {
    return Date.from(validity.until);
  }

  private static X509Certificate sign(JcaX509v3CertificateBuilder builder, PrivateKey signer)
      throws OperatorCreationException, GeneralSecurityException {
    return new JcaX509CertificateConverter().getCertificate(builder.build(new JcaContentSignerBuilder(SIGNATURE).build(signer)));
  }
}
