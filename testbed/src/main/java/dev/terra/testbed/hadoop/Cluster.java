package dev.terra.testbed.hadoop;
import dev.terra.testbed.*;
import dev.terra.testbed.plan.*; import dev.terra.testbed.os.*;
import java.util.function.Consumer;
public final class Cluster {
  public Cluster(StateDirectory directory, AddressPlan addresses, UpRequest request, Consumer<String> progress) {}
  public void start(ShuffleMode m, Consumer<ProcessRecord> r) {}
}
