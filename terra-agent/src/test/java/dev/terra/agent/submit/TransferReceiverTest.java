package dev.terra.agent.submit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.receive.Fetch;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.Transfer;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests how many streams a receiver has from a site at a time. */
class TransferReceiverTest implements TransferReceiver.Host {
  private final List<Integer> streams = new ArrayList<>();
  private final List<Delivery> deliveries = new ArrayList<>();
  private final TransferReceiver receiver = new TransferReceiver(new ShuffleId("shuffle"), 0, 1, this);

  private static List<Transfer> transfers(int count, long bytes, String from) {
    return IntStream.range(0, count).mapToObj(number -> Transfer.newBuilder().setNumber(number).setFrom(from).setBytes(bytes).build())
        .toList();
  }

  @Test
  void someStreamsOfLargeTransfersAndMoreOfShortOnes() {
    receiver.add(transfers(100, 16 << 20, "A"));
    assertThat(streams).containsOnly(1).hasSize(4);

    streams.clear();
    new TransferReceiver(new ShuffleId("short"), 0, 1, this).add(transfers(10_000, 1 << 10, "A"));
    assertThat(streams).containsOnly(256).hasSize(16);
  }

  @Test
  void aStreamThatIsOverMakesRoomForTheNext() {
    receiver.add(transfers(5, 16 << 20, "A"));
    deliveries.get(0).transfers().forEach(receiver::done);
    receiver.over(deliveries.get(0), "");
    assertThat(streams).hasSize(5);
  }

  @Override
  public Delivery delivery(ShuffleId shuffle, Delivery.Listener listener, List<Transfer> transfers) {
    Delivery delivery = new Delivery(listener, transfers, transfer -> null, Runnable::run, Runnable::run);
    deliveries.add(delivery);
    return delivery;
  }

  @Override
  public void check(ShuffleId shuffle, Delivery.Listener listener, List<Transfer> transfers) {
    // all may be written
  }

  @Override
  public Optional<Fetch> fetch(List<SegmentCopy> keys, SiteId from, Delivery into) {
    streams.add(keys.size());
    return Optional.empty();
  }

  @Override
  public long nowNanos() {
    return 0;
  }
}
