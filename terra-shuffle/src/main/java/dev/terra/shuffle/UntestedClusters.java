package dev.terra.shuffle;

import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation.AuthenticationMethod;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/** Clusters in which Terra was never tried, and so leaves everything to the stock handler. */
final class UntestedClusters {
  private static final String OTHER_USERS_EXECUTOR = "LinuxContainerExecutor";

  private UntestedClusters() {}

  /** Why Terra has to be off; empty where nothing is against it. */
  static Optional<String> obstacle(Configuration settings) {
    AuthenticationMethod authentication = SecurityUtil.getAuthenticationMethod(settings);
    if (authentication != AuthenticationMethod.SIMPLE) {
      return Optional.of("hadoop.security.authentication is " + authentication + ", with which Terra was not tested");
    }
    String executor = settings.getTrimmed(YarnConfiguration.NM_CONTAINER_EXECUTOR, "");
    if (executor.endsWith(OTHER_USERS_EXECUTOR)) {
      return Optional.of(YarnConfiguration.NM_CONTAINER_EXECUTOR + " is " + executor + ", with which Terra was not tested");
    }
    return Optional.empty();
  }
}
