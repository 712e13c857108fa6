package dev.terra.shuffle;

import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation.AuthenticationMethod;

/**
 * What Hadoop needs to check whose a map output is before it opens one. Without Kerberos it checks nothing; with Kerberos it needs its
 * native library, and opens no map output without it, neither for Terra nor for the stock handler.
 */
final class OwnerChecks {
  private OwnerChecks() {}

  /** Why no map output can be opened; empty where nothing is against it. */
  static Optional<String> obstacle(Configuration settings) {
    return obstacle(settings, NativeIO.isAvailable());
  }

  static Optional<String> obstacle(Configuration settings, boolean hasNativeLibrary) {
    AuthenticationMethod authentication = SecurityUtil.getAuthenticationMethod(settings);
    return authentication == AuthenticationMethod.SIMPLE || hasNativeLibrary ? Optional.empty()
        : Optional.of("hadoop.security.authentication is " + authentication + ", and Hadoop's native library (libhadoop.so), without which"
            + " it opens no map output, is not in this NodeManager's java.library.path: set LD_LIBRARY_PATH");
  }
}
