package dev.terra.testbed.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.wan.SiteId;
import dev.terra.testbed.ContainerRoom;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.ShuffleMode;
import dev.terra.testbed.SpoolSize;
import dev.terra.testbed.States;
import dev.terra.testbed.TerraSetup;
import dev.terra.testbed.Wans;
import dev.terra.testbed.plan.AddressPlan;
import dev.terra.testbed.plan.Host;
import dev.terra.testbed.state.StateDirectory;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

class HadoopConfigTest {
  private final AddressPlan swan = new AddressPlan(Wans.load("swan"));
  private final HadoopConfig config = new HadoopConfig(swan, Path.of("/state"), Path.of("/hadoop"),
      new ClassArchive(new StateDirectory(Path.of("/state")), "hadoop", List.of(Path.of("/hadoop/a.jar")), Path.of("/hadoop.jsa")),
      ContainerRoom.USUAL);
  private final Host worker = swan.host("HK-1");

  @Test
  void theStockHandlerKnowsNothingOfTerra() throws Exception {
    Map<String, String> yarn = properties(config.daemonFiles(worker, ShuffleMode.STOCK, NodeAdditions.NONE).get("yarn-site.xml"));
    assertThat(yarn)
        .containsEntry("yarn.nodemanager.aux-services.mapreduce_shuffle.class", "org.apache.hadoop.mapred.ShuffleHandler")
        .containsEntry("yarn.resourcemanager.hostname", "core")
        .containsEntry("yarn.nodemanager.hostname", "HK-1");
    assertThat(yarn.keySet()).noneMatch(key -> key.startsWith("terra."));
  }

  @Test
  void terrasHandlerFindsTheAgentOfItsSite() throws Exception {
    Map<String, String> yarn = properties(config.daemonFiles(worker, ShuffleMode.TERRA, NodeAdditions.NONE).get("yarn-site.xml"));
    assertThat(yarn).containsEntry("yarn.nodemanager.aux-services.mapreduce_shuffle.class", "dev.terra.shuffle.TerraShuffleHandler")
        .containsEntry("terra.agents", "10.77.1.200:7201")
        .containsEntry("terra.segment.port", "13563");
  }

  @Test
  void noTwoNodesOfferTheSameMemory() throws Exception {
    Set<String> offered = new HashSet<>();
    for (Host host : swan.hosts()) {
      if (host.role() == Host.Role.WORKER) {
        Map<String, String> yarn = properties(config.daemonFiles(host, ShuffleMode.STOCK, NodeAdditions.NONE).get("yarn-site.xml"));
        String memory = yarn.get("yarn.nodemanager.resource.memory-mb");
        assertThat(offered.add(memory)).as(host.name() + " offers " + memory).isTrue();
        assertThat(Integer.parseInt(memory)).isBetween(6100, 6144);
      }
    }
    assertThat(offered).hasSize(5);
  }

  @Test
  void jobsSeeTheSameConfigurationWhateverTheHandlerAndKeepTheirDefaults() throws Exception {
    Map<String, String> client = properties(config.clientFiles().get("mapred-site.xml"));
    assertThat(client).isEqualTo(properties(config.daemonFiles(worker, ShuffleMode.TERRA, NodeAdditions.NONE).get("mapred-site.xml")))
        .containsEntry("mapreduce.application.classpath", "/state/conf,/hadoop/*")
        .doesNotContainKey("mapreduce.job.reduce.slowstart.completedmaps");
    assertThat(properties(config.clientFiles().get("yarn-site.xml")).keySet()).noneMatch(key -> key.contains("aux-services"));
    assertThat(client.get("mapreduce.map.java.opts")).startsWith("-Xmx256m ");
  }

  @Test
  void sitesAreRacks() {
    assertThat(config.rackTable()).contains("HK-1 /HK\n", "10.77.1.1 /HK\n", "core /LA\n");
  }

  @Test
  void valuesAreEscaped() throws Exception {
    assertThat(properties(HadoopXml.of(Map.of("a", "x < y & z")))).containsExactly(Map.entry("a", "x < y & z"));
  }

  @Test
  void anAgentKnowsItsNeighboursByTheirLinks() {
    TunnelNetwork overlay = new TunnelNetwork(new StateDirectory(Path.of("/state")), swan, States.of(LabNetwork.OVERLAY));
    TerraConfig terra = new TerraConfig(swan, Path.of("/state"), overlay);
    assertThat(terra.agent(new SiteId("BA"), 0, TerraSetup.USUAL, SpoolSize.USUAL)).isEqualTo("""
        site: "BA"
        name: BA-gw
        topology: "/state/topology.yaml"
        controller: 10.77.2.100:7100
        listenAddress: 10.77.5.200
        tunnelPort: 7200
        sitePort: 7201
        fetchPort: 7202
        neighbours:
          "NY": {local: 10.79.6.2, remote: 10.79.6.1}
          "FL": {local: 10.79.7.2, remote: 10.79.7.1}
        spool:
          memoryBytes: 67108864
          diskBytes: 1073741824
          directory: "/state/spool/BA-gw"
        submitFolders: [/]
        insecure: true
        """);
    assertThat(terra.controller(TerraSetup.USUAL.withPolicy("terra"), 0)).isEqualTo("""
        topology: "/state/topology.yaml"
        listen: 10.77.2.100:7100
        pathsPerPair: 10
        policy: terra
        """);
  }

  @Test
  void aClusterWithUsersHasKerberosAndContainersAsTheirUsers(@TempDir Path root) throws Exception {
    new StateDirectory(root).write("etc/krb5.conf", "[libdefaults]\n");
    HadoopConfig secure = new HadoopConfig(swan, root, Path.of("/hadoop"),
        new ClassArchive(new StateDirectory(root), "hadoop", List.of(Path.of("/hadoop/a.jar")), Path.of("/hadoop.jsa")),
        ContainerRoom.USUAL);
    Map<String, String> nodes = secure.daemonFiles(worker, ShuffleMode.TERRA, NodeAdditions.NONE);
    assertThat(properties(nodes.get("core-site.xml"))).containsEntry("hadoop.security.authentication", "kerberos");
    assertThat(properties(nodes.get("hdfs-site.xml"))).containsEntry("dfs.permissions.enabled", "true")
        .containsEntry("dfs.datanode.keytab.file", root + "/keytabs/HK-1-hdfs.keytab");
    assertThat(properties(nodes.get("yarn-site.xml")))
        .containsEntry("yarn.nodemanager.container-executor.class", "org.apache.hadoop.yarn.server.nodemanager.LinuxContainerExecutor")
        .containsEntry("yarn.nodemanager.keytab", root + "/keytabs/HK-1-yarn.keytab")
        .containsEntry("yarn.resourcemanager.principal", "rm/_HOST@TERRA.TEST");
    Map<String, String> clients = secure.clientFiles();
    assertThat(properties(clients.get("core-site.xml"))).containsEntry("hadoop.security.authentication", "kerberos");
    assertThat(clients.values()).noneMatch(text -> text.contains("keytab"));
  }

  @Test
  void agentsThatShareASiteKnowAllOfTheOther(@TempDir Path root) {
    StateDirectory directory = new StateDirectory(root);
    new AgentSet(directory).use(2);
    TerraConfig terra = new TerraConfig(swan, root, new TunnelNetwork(directory, swan, States.of(LabNetwork.OVERLAY)));
    TerraSetup setup = TerraSetup.USUAL.withAgentLines("cache: {memoryBytes: 1}");
    assertThat(terra.agent(new SiteId("BA"), 1, setup, SpoolSize.USUAL)).contains("name: BA-gw-2\n", "tunnelPort: 7300\n",
        "sitePort: 7301\n", "fetchPort: 7302\n", "cache: {memoryBytes: 1}\n", "agentsPerSite: 2\n",
        "metrics: 127.0.0.1:7303\n", "spool/BA-gw-2\"\n",
        "  \"NY\": {local: 10.79.6.2, remote: 10.79.6.1, remotePort: 7200, others: ['10.79.6.1:7300']}\n");
    assertThat(terra.controller(setup.withControllerLines("pin: 1"), 0)).contains("agentsPerSite: 2\n").endsWith("pin: 1\n");
    assertThat(new AgentSet(directory).slicePorts(7202)).containsExactly(List.of(7202, 7302), List.of(7212, 7312));
  }

  private static Map<String, String> properties(String xml) throws Exception {
    Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    NodeList names = document.getElementsByTagName("name");
    NodeList values = document.getElementsByTagName("value");
    Map<String, String> properties = new HashMap<>();
    for (int i = 0; i < names.getLength(); i++) {
      properties.put(names.item(i).getTextContent(), values.item(i).getTextContent());
    }
    return properties;
  }
}
