package dev.terra.controller.yarn;

import dev.terra.config.ConfigException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * The key {@code resourceManager} of the controller's configuration: the addresses at which YARN's ResourceManagers serve their web
 * pages and their REST interface.
 *
 * @param webappAddresses the addresses of all ResourceManagers of the cluster, without a slash at the end; one of them is active
 * @param ca the certificates to trust with https; if empty, those that Java trusts
 */
public record ResourceManagerConfig(List<URI> webappAddresses, Optional<Path> ca) {
  /** The most addresses. A cluster has two or three ResourceManagers. */
  public static final int MOST_ADDRESSES = 8;
  private static final String KEY = "resourceManager";
  private static final String ADDRESSES = KEY + ".webappAddresses";
  private static final String EXAMPLE = "addresses such as http://rm1.example.org:8088 or https://rm1.example.org:8090";

  /** The keys of {@code resourceManager}. The value of a missing key is null. */
  public record Keys(List<String> webappAddresses, String ca) {}

  /** Copies the addresses. */
  public ResourceManagerConfig {
    webappAddresses = List.copyOf(webappAddresses);
  }

  /**
   * Returns the settings that a file holds.
   *
   * @param file the configuration file; names of other files are relative to its folder
   * @throws ConfigException if a value is not allowed
   */
  public static ResourceManagerConfig of(Path file, Keys keys) {
    List<String> addresses = Objects.requireNonNullElse(keys.webappAddresses, List.of());
    if (addresses.isEmpty() || addresses.size() > MOST_ADDRESSES) {
      throw ConfigException.ofKey(ADDRESSES, "expected 1 to " + MOST_ADDRESSES + " " + EXAMPLE + ", got " + addresses.size());
    }
    return new ResourceManagerConfig(addresses.stream().map(ResourceManagerConfig::address).toList(),
        Optional.ofNullable(keys.ca).map(file.toAbsolutePath()::resolveSibling));
  }

  private static URI address(String text) {
    try {
      URI address = new URI(text.replaceAll("/+$", ""));
      String scheme = Objects.requireNonNullElse(address.getScheme(), "").toLowerCase(Locale.ROOT);
      boolean plain = address.getRawUserInfo() == null && address.getRawQuery() == null && address.getRawFragment() == null;
      if ((scheme.equals("http") || scheme.equals("https")) && address.getHost() != null && plain) {
        return address;
      }
    } catch (URISyntaxException e) {
      throw ConfigException.ofKey(ADDRESSES, "expected " + EXAMPLE + ", got another text: " + e.getReason());
    }
    throw ConfigException.ofKey(ADDRESSES, "expected " + EXAMPLE + ", got " + (text.contains("@") ? "one with credentials" : text));
  }

  /** Returns whether any answer may come unencrypted, so that it can be forged on its way. */
  public boolean isOpen() {
    return webappAddresses.stream().anyMatch(address -> address.getScheme().equalsIgnoreCase("http"));
  }
}
