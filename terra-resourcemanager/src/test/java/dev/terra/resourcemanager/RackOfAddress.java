package dev.terra.resourcemanager;

import java.util.List;
import org.apache.hadoop.net.DNSToSwitchMapping;

/** A mapping in which the third number of an address is its rack: 127.0.2.7 is in /S2. */
public final class RackOfAddress implements DNSToSwitchMapping {
  @Override
  public List<String> resolve(List<String> names) {
    return names.stream().map(name -> "/S" + name.split("\\.")[2]).toList();
  }

  @Override
  public void reloadCachedMappings() {}

  @Override
  public void reloadCachedMappings(List<String> names) {}
}
