package dev.terra.core.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BoundedMapTest {
  @Property
  void theYoungestKeysStay(@ForAll @IntRange(min = 1, max = 20) int most, @ForAll List<@IntRange(min = 0, max = 30) Integer> keys) {
    Map<Integer, Integer> map = new BoundedMap<>(most);
    for (int i = 0; i < keys.size(); i++) {
      map.put(keys.get(i), i);

      assertThat(map).hasSizeLessThanOrEqualTo(most).containsEntry(keys.get(i), i);
    }
  }

  @Test
  void theOldestGoesFirstEvenIfItWasPutAgain() {
    Map<String, Integer> map = new BoundedMap<>(2);
    map.put("a", 1);
    map.put("b", 2);
    map.put("a", 3);
    map.put("c", 4);

    assertThat(map).containsOnly(Map.entry("b", 2), Map.entry("c", 4));
  }

  @Test
  void aMapOfNothingIsRefused() {
    assertThatThrownBy(() -> new BoundedMap<>(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
