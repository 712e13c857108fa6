package dev.terra.controller.core.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.HashBasedTable;
import com.google.common.collect.Table;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.slice.SliceId;
import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Tests that, after any events, the room that is counted event by event equals a count over all running shuffles. */
class MatrixRoomTest {
  private static final List<SiteId> SITES = List.of(new SiteId("A"), new SiteId("B"), new SiteId("C"));
  private static final int REDUCERS = 6;

  /** The number of a shuffle's readers that the agents of a site were the first to place. */
  private final Table<ShuffleId, SiteId, Integer> placedBy = HashBasedTable.create();
  private final Map<ShuffleId, SiteId> begunBy = new HashMap<>();
  private ShuffleBook book = new ShuffleBook(0);
  private Random random = new Random(0);
  private int number;
  private long nowNanos;

  @Property(tries = 200)
  void countsAreTheSumsOverAllThatRun(@ForAll long seed) {
    random = new Random(seed);
    book = new ShuffleBook(0);
    placedBy.clear();
    begunBy.clear();
    nowNanos = 0;
    for (int step = 0; step < 100; step++) {
      happen();
      check();
    }
    List.copyOf(book.active()).forEach(shuffle -> end(shuffle.id()));
    check();
    assertThat(book.room().cells()).isZero();
  }

  private void happen() {
    SiteId site = anySite();
    SliceId slice = new SliceId(site, random.nextInt(2));
    nowNanos += random.nextInt(1_000_000_000);
    switch (random.nextInt(10)) {
      case 0 -> begin(site);
      case 1 -> book.findOrAdd(new ShuffleId("submitted_" + number++), nowNanos);
      case 2, 3 -> any().ifPresent(shuffle -> shuffle.report(slice, new long[random.nextInt(REDUCERS)], null));
      case 4 -> any().ifPresent(shuffle -> shuffle.place(places()));
      case 5, 6 -> any().ifPresent(shuffle -> place(site, shuffle));
      case 7 -> any().ifPresent(this::describe);
      case 8 -> book.forget(slice);
      default -> endSome(site);
    }
  }

  private void begin(SiteId by) {
    ShuffleId id = new ShuffleId("s" + number++);
    book.findOrAdd(id, by, nowNanos);
    begunBy.put(id, by);
    assertThat(book.findOrAdd(id, anySite(), nowNanos)).as("told of again, and begun once").isPresent();
  }

  private void place(SiteId by, RunningShuffle shuffle) {
    Places places = places();
    long first = places.siteByReducer().keySet().stream()
        .filter(reducer -> !shuffle.volumes().places().siteByReducer().containsKey(reducer)).count();
    shuffle.place(by, places);
    placedBy.put(shuffle.id(), by, Optional.ofNullable(placedBy.get(shuffle.id(), by)).orElse(0) + (int) first);
  }

  private void describe(RunningShuffle shuffle) {
    ShuffleDescriptor now = shuffle.descriptor();
    shuffle.describe(new ShuffleDescriptor(now.id(), now.group(), now.order(), random.nextBoolean(), now.owner()));
  }

  private void endSome(SiteId live) {
    if (random.nextInt(8) == 0) {
      book.dropOrphans(nowNanos + ShuffleBook.ORPHAN_NANOS, live::equals).forEach(this::forgetModel);
    } else {
      any().ifPresent(shuffle -> {
        end(shuffle.id());
        shuffle.report(new SliceId(live, 0), new long[REDUCERS], null); // an ended shuffle takes no room, whatever is reported for it
      });
    }
  }

  private void end(ShuffleId id) {
    book.end(id);
    forgetModel(id);
  }

  private void forgetModel(ShuffleId id) {
    placedBy.row(id).clear();
    begunBy.remove(id);
  }

  private void check() {
    MatrixRoom room = book.room();
    long readers = book.active().stream().mapToLong(shuffle -> shuffle.volumes().places().siteByReducer().size()).sum();
    assertThat(room.cells()).isEqualTo(readers + SITES.stream().mapToLong(this::produced).sum());
    for (SiteId site : SITES) {
      long placed = placedBy.column(site).values().stream().mapToLong(Integer::longValue).sum();
      assertThat(room.cells(site)).as("said at %s", site).isEqualTo(produced(site) + placed);
      assertThat(room.begunBy(site)).as("begun at %s", site).isEqualTo(begunBy.values().stream().filter(site::equals).count());
    }
  }

  private long produced(SiteId site) {
    return book.active().stream().mapToLong(shuffle -> shuffle.volumes().reducersFrom(site)).sum();
  }

  private Places places() {
    Map<Integer, SiteId> sites = new HashMap<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      sites.put(random.nextInt(REDUCERS), anySite());
    }
    return Places.of(sites);
  }

  private SiteId anySite() {
    return SITES.get(random.nextInt(SITES.size()));
  }

  private Optional<RunningShuffle> any() {
    List<RunningShuffle> all = List.copyOf(book.active());
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(random.nextInt(all.size())));
  }
}
