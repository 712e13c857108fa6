package dev.terra.testbed.secure;

import dev.terra.testbed.plan.AddressPlan;
import dev.terra.testbed.plan.Host;
import dev.terra.testbed.plan.Host.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The principals of a testbed's KDC, and the KDC's files as text. It does no I/O. */
final class Realm {
  /** The name of the realm. */
  static final String NAME = "TERRA.TEST";
  static final int PORT = 88;
  /** HDFS's superuser, who prepares folders and inputs. */
  static final String SUPERUSER = "hdfs";
  /** The placeholder {@code _HOST} for the name of each host in Hadoop's configuration. */
  static final String ANY_HOST = "_HOST";

  private final AddressPlan addresses;

  Realm(AddressPlan addresses) {
    this.addresses = addresses;
  }

  /** Returns a service's principal. */
  static String principal(String service, String host) {
    return service + "/" + (host.equals(ANY_HOST) ? host : host.toLowerCase(Locale.ROOT)) + "@" + NAME;
  }

  /** Returns the name of a host's key table for HDFS's daemons or for YARN's. */
  static String keytab(String host, String system) {
    return host + "-" + system + ".keytab";
  }

  /** Returns the name of a user's key table. */
  static String keytab(String user) {
    return user + ".keytab";
  }

  /** Returns the principals by the name of the key table that has their keys. */
  Map<String, List<String>> keytabs() {
    Map<String, List<String>> all = new LinkedHashMap<>();
    for (Host host : addresses.hosts()) {
      if (host.role() == Role.WORKER) {
        all.put(keytab(host.name(), "hdfs"), services(host, "dn", "HTTP"));
        all.put(keytab(host.name(), "yarn"), services(host, "nm"));
      }
    }
    all.put(keytab(addresses.core().name(), "hdfs"), services(addresses.core(), "nn", "HTTP"));
    all.put(keytab(addresses.core().name(), "yarn"), services(addresses.core(), "rm"));
    all.put(keytab(SUPERUSER), List.of(SUPERUSER + "@" + NAME));
    Account.USERS.forEach(user -> all.put(keytab(user.name()), List.of(user.name() + "@" + NAME)));
    return all;
  }

  private static List<String> services(Host host, String... services) {
    List<String> principals = new ArrayList<>();
    for (String service : services) {
      principals.add(principal(service, host.name()));
    }
    return principals;
  }

  /** Returns the input of kadmin.local: commands that make all principals with random keys, and key tables in a folder. */
  String kadminScript(String folder) {
    StringBuilder text = new StringBuilder();
    keytabs().forEach((keytab, principals) -> {
      principals.forEach(principal -> text.append("addprinc -randkey ").append(principal).append('\n'));
      text.append("ktadd -k ").append(folder).append('/').append(keytab).append(" -norandkey ").append(String.join(" ", principals))
          .append('\n');
    });
    return text.toString();
  }

  /** Returns krb5.conf of all hosts. */
  String hostFile() {
    return String.format(Locale.ROOT, """
        [libdefaults]
          default_realm = %1$s
          dns_lookup_kdc = false
          dns_lookup_realm = false
          dns_canonicalize_hostname = false
          rdns = false
          udp_preference_limit = 1
          default_tkt_enctypes = aes256-cts-hmac-sha1-96
          default_tgs_enctypes = aes256-cts-hmac-sha1-96
          permitted_enctypes = aes256-cts-hmac-sha1-96
        [realms]
          %1$s = {
            kdc = %2$s:%3$d
          }
        """, NAME, addresses.core().ip(), PORT);
  }

  /** Returns kdc.conf, with its database in a folder. */
  String kdcFile(String folder) {
    return String.format(Locale.ROOT, """
        [kdcdefaults]
          kdc_listen = %3$s:%4$d
          kdc_tcp_listen = %3$s:%4$d
        [realms]
          %1$s = {
            database_name = %2$s/principal
            key_stash_file = %2$s/stash
            acl_file = %2$s/acl
            supported_enctypes = aes256-cts-hmac-sha1-96:normal
          }
        [logging]
          kdc = STDERR
          admin_server = STDERR
          default = STDERR
        """, NAME, folder, addresses.core().ip(), PORT);
  }
}
