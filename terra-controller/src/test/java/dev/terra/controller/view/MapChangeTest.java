package dev.terra.controller.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class MapChangeTest {
  @Property(tries = 300)
  void theChangeLeadsFromOneMapToTheOther(@ForAll Map<Integer, String> before, @ForAll Map<Integer, String> after) {
    MapChange<Integer, String> change = MapChange.between(before, after);

    assertThat(change.apply(before)).isEqualTo(after);
    assertThat(change.isEmpty()).isEqualTo(before.equals(after));
    assertThat(change.removed()).noneMatch(change.put()::containsKey);
    change.put().forEach((key, value) -> assertThat(before.get(key)).as("only what is different").isNotEqualTo(value));
    change.removed().forEach(key -> assertThat(before).containsKey(key));
  }

  @Property(tries = 100)
  void changesFollowEachOther(@ForAll List<Map<Integer, String>> maps) {
    Map<Integer, String> replayed = ImmutableMap.of();
    Map<Integer, String> last = Map.of();
    for (Map<Integer, String> next : maps) {
      replayed = MapChange.between(last, next).apply(replayed);
      last = next;
      assertThat(replayed).isEqualTo(next);
    }
  }

  @Example
  void knownKeysStayWhereTheyWereAndNewOnesFollow() {
    Map<String, Integer> before = new LinkedHashMap<>();
    before.put("c", 1);
    before.put("a", 2);
    before.put("b", 3);
    Map<String, Integer> after = new LinkedHashMap<>(before);
    after.remove("a");
    after.put("c", 9);
    after.put("0", 4);

    assertThat(new ArrayList<>(MapChange.between(before, after).apply(before).keySet())).containsExactly("c", "b", "0");
  }

  @Example
  void theSameObjectIsNotEvenLookedInto() {
    Map<String, Object> same = Map.of("x", new Object() {
      @Override
      public boolean equals(Object other) {
        throw new AssertionError("it was compared");
      }

      @Override
      public int hashCode() {
        return 0;
      }
    });
    assertThat(MapChange.between(same, same).isEmpty()).isTrue();
    assertThat(MapChange.between(same, new LinkedHashMap<>(same)).isEmpty()).isTrue();
  }
}
