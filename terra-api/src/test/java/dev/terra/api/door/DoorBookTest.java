package dev.terra.api.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DoorBookTest {
  private static final long LATER = TimeUnit.SECONDS.toNanos(2);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final KnownAddresses known = new KnownAddresses();
  private final DoorBook book = new DoorBook(new DoorBounds(2, 3), known);
  private final AtomicInteger closed = new AtomicInteger();

  private static InetAddress address(int number) {
    try {
      return InetAddress.getByAddress(new byte[] {10, 0, (byte) (number >> 8), (byte) number});
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  private Optional<Visit> enter(int from, long now) {
    DoorBook.Entry entry = book.enter(address(from), closed::incrementAndGet, now);
    entry.givesWay().ifPresent(Visit::close);
    return entry.visit();
  }

  @Test
  void whoKeepsSilentGivesWayToWhoComesAndABurstDoesNot() {
    for (int i = 0; i < DoorBounds.STRANGERS_OF_ONE; i++) {
      assertThat(enter(1, i)).isPresent();
    }
    assertThat(enter(1, 1_000)).as("a burst of one address").isEmpty();
    assertThat(enter(2, 1_000)).as("another address").isPresent();
    assertThat(enter(1, LATER)).isPresent();
    assertThat(closed).hasValue(1);
    assertThat(book.strangers()).isEqualTo(DoorBounds.STRANGERS_OF_ONE + 1);
    assertThat(known.refused()).isEqualTo(2);
  }

  @Test
  void aFloodFromManyAddressesTakesNoRoomFromThoseThatAreKnown() {
    Visit first = enter(1, 0).orElseThrow();
    assertThat(first.prove()).isTrue();
    for (int i = 0; i < DoorBounds.STRANGERS; i++) {
      assertThat(enter(1_000 + i / DoorBounds.STRANGERS_OF_ONE, 1)).isPresent();
    }
    assertThat(enter(2, 2)).as("an address that nobody knows").isEmpty();
    assertThat(enter(1, 2)).as("one with a proved connection").isPresent();
    first.leave();
    assertThat(enter(1, 2)).isEmpty();
  }

  @Test
  void provedConnectionsAreBoundedAndLeaveTheirRoom() {
    List<Visit> visits = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      visits.add(enter(1, 0).orElseThrow());
    }
    assertThat(visits).extracting(Visit::prove).containsExactly(true, true, false);
    assertThat(enter(2, 0).orElseThrow().prove()).isTrue();
    assertThat(enter(3, 0).orElseThrow().prove()).as("in all").isFalse();
    visits.get(0).leave();
    visits.get(0).leave();
    assertThat(enter(3, 0).orElseThrow().prove()).isTrue();
    assertThat(enter(3, 0).orElseThrow().prove()).as("only one left").isFalse();
  }

  @Test
  void aStrangerHasFiveSecondsAndSixtyFourKibibytesForEachRequest() {
    Visit visit = enter(1, 0).orElseThrow();
    assertThat(visit.isLate(TimeUnit.SECONDS.toNanos(5) - 1, MINUTE)).isFalse();
    assertThat(visit.isLate(TimeUnit.SECONDS.toNanos(5), MINUTE)).isTrue();
    assertThat(visit.take(64 << 10)).isTrue();
    assertThat(visit.take(1)).isFalse();
    visit.works();
    assertThat(visit.isLate(TimeUnit.HOURS.toNanos(1), MINUTE)).as("it is our turn").isFalse();
    visit.answered(TimeUnit.HOURS.toNanos(1));
    assertThat(visit.take(64 << 10)).isTrue();
    assertThat(visit.prove()).isTrue();
    assertThat(visit.take(1 << 20)).isTrue();
    assertThat(visit.isLate(TimeUnit.HOURS.toNanos(1) + TimeUnit.SECONDS.toNanos(59), MINUTE)).isFalse();
    assertThat(visit.isLate(TimeUnit.HOURS.toNanos(1) + TimeUnit.SECONDS.toNanos(60), MINUTE)).isTrue();
    assertThat(visit.isLate(Long.MAX_VALUE, null)).isFalse();
  }

  @Test
  void bytesThatAreHeldAreBoundedForEachAddressAndInAll() {
    ByteBudget budget = new ByteBudget(new ByteBudget.Bounds(10, 15));
    assertThat(budget.take(address(1), 10)).isTrue();
    assertThat(budget.take(address(1), 1)).isFalse();
    assertThat(budget.take(address(2), 6)).isFalse();
    budget.give(address(1), 10);
    assertThat(budget.take(address(2), 6)).isTrue();
  }
}
