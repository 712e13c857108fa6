package dev.terra.testbed.onos;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.onosproject.app.ApplicationServiceAdapter;
import org.onosproject.core.ApplicationId;
import org.onosproject.core.CoreServiceAdapter;
import org.onosproject.core.DefaultApplicationId;

/** Names and numbers of applications: a rule that is posted in the name of one registers it. */
final class Applications extends CoreServiceAdapter {
  private final Map<String, ApplicationId> byName = new ConcurrentHashMap<>();

  Applications() {
    registerApplication("org.onosproject.core");
    registerApplication("org.onosproject.rest");
  }

  @Override
  public synchronized ApplicationId registerApplication(String name) {
    return byName.computeIfAbsent(name, key -> new DefaultApplicationId(byName.size() + 1, key));
  }

  @Override
  public Set<ApplicationId> getAppIds() {
    return Set.copyOf(byName.values());
  }

  @Override
  public ApplicationId getAppId(String name) {
    return byName.get(name);
  }

  @Override
  public ApplicationId getAppId(Short number) {
    return byName.values().stream().filter(id -> id.id() == number).findFirst().orElse(null);
  }

  /** These names for callers of the other service. */
  ApplicationServiceAdapter asService() {
    return new ApplicationServiceAdapter() {
      @Override
      public ApplicationId getId(String name) {
        return getAppId(name);
      }
    };
  }
}
