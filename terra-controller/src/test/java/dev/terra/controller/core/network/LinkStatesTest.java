package dev.terra.controller.core.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.core.wan.LinkId;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Tests that a link is down as long as any source reports it as down. */
class LinkStatesTest {
  private static final List<LinkId> LINKS = List.of(LinkId.of("A", "B"), LinkId.of("B", "A"), LinkId.of("B", "C"), LinkId.of("A", "C"));
  private static final List<String> SOURCES = List.of("ports", "operator", "monitor");

  private record Word(String source, LinkId link) {}

  @Property(tries = 200)
  void whatAnySourceSaysDownIsDownUntilItSaysUp(@ForAll long seed) {
    Random random = new Random(seed);
    LinkStates states = new LinkStates();
    Set<Word> said = new HashSet<>();
    for (int step = 0; step < 50; step++) {
      Word word = new Word(SOURCES.get(random.nextInt(SOURCES.size())), LINKS.get(random.nextInt(LINKS.size())));
      if (random.nextInt(5) == 0) {
        states.say(word.source, Map.of(word.link, "seen"));
        said.removeIf(other -> other.source.equals(word.source));
        said.add(word);
      } else {
        boolean up = random.nextBoolean();
        states.say(word.source, word.link, up);
        said.remove(word);
        if (!up) {
          said.add(word);
        }
      }
      assertThat(states.down()).isEqualTo(said.stream().map(Word::link).collect(Collectors.toSet()));
      LINKS.forEach(link -> assertThat(states.reason(link).isEmpty()).isEqualTo(!states.down().contains(link)));
    }
  }

  @Test
  void theReasonNamesAllWhoSaySo() {
    LinkStates states = new LinkStates();
    states.say("ports", LINKS.get(0), false);
    states.say("tunnels", Map.of(LINKS.get(0), "no answer"));
    assertThat(states.reason(LINKS.get(0))).isEqualTo("ports says so; no answer");
  }

  @Test
  void oneSourceTooManyIsNotListenedToAndTunnelsAlwaysAre() {
    LinkStates states = new LinkStates();
    for (int i = 0; i < LinkStates.LINK_SOURCES; i++) {
      states.say("monitor " + i, LINKS.get(0), false);
    }
    assertThatThrownBy(() -> states.say("another", LINKS.get(1), false)).hasMessageContaining("reports of another are ignored");
    assertThat(states.down()).containsExactly(LINKS.get(0));
    states.say("another", LINKS.get(1), true);
    states.say("monitor 7", LINKS.get(2), false);
    states.say("tunnels", Map.of(LINKS.get(1), "no answer"));
    assertThat(states.down()).containsExactlyInAnyOrder(LINKS.get(0), LINKS.get(1), LINKS.get(2));
  }
}
