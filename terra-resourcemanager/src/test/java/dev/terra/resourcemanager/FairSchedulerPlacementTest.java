package dev.terra.resourcemanager;

import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;

class FairSchedulerPlacementTest extends PlacementContract {
  @Override
  String scheduler() {
    return FairScheduler.class.getName();
  }
}
