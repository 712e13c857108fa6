package dev.terra.testbed.secure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.testbed.Wans;
import dev.terra.testbed.plan.AddressPlan;
import java.util.List;
import org.junit.jupiter.api.Test;

class RealmTest {
  private final Realm realm = new Realm(new AddressPlan(Wans.load("triangle")));

  @Test
  void servicesAreNamedByTheirHostsInLowerCase() {
    assertThat(Realm.principal("nm", "HK-1")).isEqualTo("nm/hk-1@TERRA.TEST");
    assertThat(Realm.principal("nm", Realm.ANY_HOST)).isEqualTo("nm/_HOST@TERRA.TEST");
  }

  @Test
  void everyDaemonHasAKeyTableOfItsOwnSystem() {
    assertThat(realm.keytabs()).containsEntry("A-1-yarn.keytab", List.of("nm/a-1@TERRA.TEST"))
        .containsEntry("A-1-hdfs.keytab", List.of("dn/a-1@TERRA.TEST", "HTTP/a-1@TERRA.TEST"))
        .containsEntry("core-yarn.keytab", List.of("rm/core@TERRA.TEST"))
        .containsEntry("alice.keytab", List.of("alice@TERRA.TEST"))
        .containsEntry("hdfs.keytab", List.of("hdfs@TERRA.TEST"));
    assertThat(realm.keytabs().keySet()).noneMatch(name -> name.contains("-gw"));
  }

  @Test
  void kadminMakesEveryPrincipalOnceAndPutsItIntoItsTable() {
    assertThat(realm.kadminScript("/keys").lines().filter(line -> line.contains("analyst"))).containsExactly(
        "addprinc -randkey analyst@TERRA.TEST", "ktadd -k /keys/analyst.keytab -norandkey analyst@TERRA.TEST");
  }

  @Test
  void hostsFindTheKdcWithoutAskingNameServers() {
    assertThat(realm.hostFile()).contains("default_realm = TERRA.TEST", "dns_lookup_kdc = false", ":88");
    assertThat(realm.kdcFile("/kdc")).contains("database_name = /kdc/principal");
  }
}
