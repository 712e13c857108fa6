package dev.terra.testbed.state;

import dev.terra.testbed.TestbedException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The access of Terra's controller to the ONOS that programs a testbed's switches. Two files in the state directory
 * store it.
 *
 * @param url of its REST interface
 * @param user that may use it
 * @param password of that user
 */
public record OnosLogin(URI url, String user, String password) {
  /** The port at which ONOS accepts switches. */
  public static final int OPEN_FLOW_PORT = 6653;
  /** The user and the password with which ONOS is delivered. */
  private static final String USUAL_USER_INFO = "onos:rocks";
  private static final String PATH = "/onos/v1";
  private static final String FOLDER = "onos";

  /**
   * Returns the access to an ONOS.
   *
   * @param base such as {@code http://onos:rocks@10.77.2.100:8181}; without user and password, those with which ONOS is
   *     delivered
   * @throws TestbedException if it is not such an address
   */
  public static OnosLogin of(URI base) {
    if (base.getHost() == null || base.getPort() < 0) {
      throw new TestbedException("expected an ONOS as http://USER:PASSWORD@HOST:PORT, got " + base);
    }
    String[] userInfo = (base.getUserInfo() == null ? USUAL_USER_INFO : base.getUserInfo()).split(":", 2);
    if (userInfo.length < 2) {
      throw new TestbedException("expected a user and a password, as in http://USER:PASSWORD@HOST:PORT, got " + base);
    }
    URI url = URI.create(base.getScheme() + "://" + base.getHost() + ":" + base.getPort() + PATH);
    return new OnosLogin(url, userInfo[0], userInfo[1]);
  }

  /** Returns this login by another address, at which a proxy forwards requests. */
  public OnosLogin at(String address, int port) {
    return new OnosLogin(URI.create(url.getScheme() + "://" + address + ":" + port + url.getPath()), user, password);
  }

  /** Writes it for Terra's configuration, and returns the password's file. */
  public Path write(StateDirectory directory) {
    directory.write(FOLDER + "/url", url.getScheme() + "://" + user + "@" + url.getHost() + ":" + url.getPort());
    return directory.write(FOLDER + "/password", password + "\n");
  }

  /** Returns the access that was written below a state directory; empty if none was. */
  public static Optional<OnosLogin> read(Path root) {
    Path file = root.resolve(FOLDER).resolve("url");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      URI written = URI.create(Files.readString(file).strip());
      URI url = URI.create(written.getScheme() + "://" + written.getHost() + ":" + written.getPort() + PATH);
      return Optional.of(new OnosLogin(url, written.getUserInfo(), Files.readString(passwordFile(root)).strip()));
    } catch (IOException e) {
      throw new TestbedException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /** Returns the file of its password, below a state directory. */
  public static Path passwordFile(Path root) {
    return root.resolve(FOLDER).resolve("password");
  }
}
