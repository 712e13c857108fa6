package dev.terra.resourcemanager;

import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;

class CapacitySchedulerPlacementTest extends PlacementContract {
  @Override
  String scheduler() {
    return CapacityScheduler.class.getName();
  }
}
