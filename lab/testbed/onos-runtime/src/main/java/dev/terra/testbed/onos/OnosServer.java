package dev.terra.testbed.onos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.glassfish.jersey.jdkhttp.JdkHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;
import org.onlab.osgi.ServiceDirectory;
import org.onlab.osgi.ServiceNotFoundException;
import org.onlab.rest.BaseResource;
import org.onosproject.app.ApplicationService;
import org.onosproject.codec.CodecService;
import org.onosproject.codec.impl.CodecManager;
import org.onosproject.core.CoreService;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.driver.Driver;
import org.onosproject.net.driver.DriverAdapter;
import org.onosproject.net.driver.DriverService;
import org.onosproject.net.driver.DriverServiceAdapter;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRuleService;
import org.onosproject.net.group.GroupService;
import org.onosproject.net.link.LinkService;
import org.onosproject.net.topology.TopologyService;
import org.onosproject.rest.resources.CoreWebApplication;

/**
 * Answers under {@code /onos/v1} as ONOS does, since the resources and codecs are ONOS's own, for the bridges of an Open vSwitch: {@code
 * OnosServer URL OVS-FOLDER USER PASSWORD FOREIGN-COOKIE}. In the folder are Open vSwitch's sockets, {@code links}, with the links
 * between the bridges, and, if some rules are to be refused, {@code refused}. It makes {@code serving} there once it serves.
 */
public final class OnosServer {
  /** As often as ONOS asks its switches for their rules, unless its settings say otherwise. */
  private static final long POLL_SECONDS = 5;

  private OnosServer() {}

  /** Serves until the switches are gone. */
  public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
    Path folder = Path.of(arguments[1]);
    OvsPrograms programs = new OvsPrograms(folder);
    Bridges bridges = new Bridges(programs);
    OvsFlowRules rules = new OvsFlowRules(programs, bridges, new Refusals(folder.resolve("refused")), Long.decode(arguments[4]));
    publish(services(programs, bridges, rules, folder));
    ResourceConfig application = ResourceConfig.forApplicationClass(CoreWebApplication.class)
        .register(new BasicAuthentication(arguments[2], arguments[3]));
    JdkHttpServerFactory.createHttpServer(URI.create(arguments[0]).resolve("/onos/v1"), application);
    ScheduledExecutorService poller = Executors.newSingleThreadScheduledExecutor();
    poller.scheduleWithFixedDelay(rules::poll, POLL_SECONDS, POLL_SECONDS, TimeUnit.SECONDS);
    Path serving = folder.resolve("serving");
    bridges.watch(() -> write(serving));
    System.exit(1);
  }

  private static void write(Path file) {
    try {
      Files.writeString(file, "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<Class<?>, Object> services(OvsPrograms programs, Bridges bridges, OvsFlowRules rules, Path folder)
      throws IOException {
    CodecManager codecs = new CodecManager();
    codecs.activate();
    Applications applications = new Applications();
    OvsDevices devices = new OvsDevices(bridges, new PortCounters(programs, bridges));
    OvsLinks links = new OvsLinks(bridges, Files.readAllLines(folder.resolve("links")));
    return Map.of(CodecService.class, codecs, CoreService.class, applications, ApplicationService.class, applications.asService(),
        DeviceService.class, devices, DriverService.class, new OvsDriver(), LinkService.class, links,
        TopologyService.class, new OvsTopology(devices, links), FlowRuleService.class, rules,
        GroupService.class, new OvsGroups(programs, bridges));
  }

  /** Where ONOS's resources look for services; in ONOS the OSGi framework is behind it. */
  private static void publish(Map<Class<?>, Object> services) throws ReflectiveOperationException {
    Field directory = BaseResource.class.getDeclaredField("services");
    directory.setAccessible(true);
    directory.set(null, new ServiceDirectory() {
      @Override
      public <T> T get(Class<T> service) {
        if (!services.containsKey(service)) {
          throw new ServiceNotFoundException("Service " + service.getName() + " not found");
        }
        return service.cast(services.get(service));
      }
    });
  }

  /** The driver of all devices. */
  private static final class OvsDriver extends DriverServiceAdapter {
    @Override
    public Driver getDriver(DeviceId device) {
      return new DriverAdapter() {
        @Override
        public String name() {
          return "ovs";
        }
      };
    }
  }
}
