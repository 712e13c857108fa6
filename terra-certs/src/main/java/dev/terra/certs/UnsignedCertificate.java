package dev.terra.certs;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import javax.security.auth.x500.X500Principal;

/**
 * The contents of an X.509 certificate of version 3 (RFC 5280, 4.1) before it is signed.
 *
 * @param issuer the name of the authority that signs it
 * @param subject the name and public key of its owner
 * @param from the time from which on it is valid
 * @param until the time until which it is valid
 * @param extensions the extensions in DER
 */
record UnsignedCertificate(X500Principal issuer, Subject subject, Instant from, Instant until, List<byte[]> extensions) {
  private static final String SIGNATURE = "SHA256withECDSA";
  private static final byte[] SIGNATURE_ALGORITHM = Der.sequence(Der.identifier("1.2.840.10045.4.3.2"));
  private static final byte[] VERSION_3 = Der.tagged(0xa0, Der.integer(BigInteger.TWO));
  private static final int EXTENSIONS = 0xa3;
  private static final String ORGANIZATION = "2.5.4.10";
  private static final String COMMON_NAME = "2.5.4.3";
  /** The random bits of a serial number. RFC 5280 allows 20 bytes; numbers of so many random bits do not repeat. */
  private static final int SERIAL_BITS = 127;

  /** A name with its public key. */
  record Subject(X500Principal name, PublicKey key) {}

  /** Returns a name in Terra's form. */
  static X500Principal name(String commonName) {
    return new X500Principal(Der.sequence(part(ORGANIZATION, "Terra"), part(COMMON_NAME, commonName)));
  }

  private static byte[] part(String identifier, String text) {
    return Der.setOf(Der.sequence(Der.identifier(identifier), Der.utf8(text)));
  }

  /** Returns the signed certificate, with a serial number of its own. */
  X509Certificate sign(PrivateKey signer, SecureRandom random) throws GeneralSecurityException {
    byte[] body = body(new BigInteger(SERIAL_BITS, random).setBit(0));
    Signature signature = Signature.getInstance(SIGNATURE);
    signature.initSign(signer);
    signature.update(body);
    byte[] whole = Der.sequence(body, SIGNATURE_ALGORITHM, Der.bits(signature.sign()));
    return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(whole));
  }

  private byte[] body(BigInteger serial) {
    return Der.sequence(VERSION_3, Der.integer(serial), SIGNATURE_ALGORITHM, issuer.getEncoded(),
        Der.sequence(Der.time(from), Der.time(until)), subject.name().getEncoded(), subject.key().getEncoded(),
        Der.tagged(EXTENSIONS, Der.sequence(extensions.toArray(byte[][]::new))));
  }
}
