package dev.terra.controller.core.submit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.api.v1.Receiver;
import dev.terra.api.v1.ShuffleSubmission;
import dev.terra.api.v1.Transfer;
import dev.terra.core.shuffle.ShuffleId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Tests that, whatever is submitted and ends, there is room for exactly the parts that are missing to the limits. */
class SubmissionRoomTest {
  private static final long OWNERS = 3;
  private static final ShuffleId NEW = new ShuffleId("new");

  @Property(tries = 100)
  void partsAreTheSumsOverAllThatAreNotOver(@ForAll long seed) {
    Random random = new Random(seed);
    SubmissionRoom room = new SubmissionRoom();
    List<SubmittedShuffle> active = new ArrayList<>();
    for (int step = 0; step < 60; step++) {
      if (random.nextInt(3) == 0) {
        active.add(new SubmittedShuffle(new ShuffleId("s" + step), random.nextInt((int) OWNERS), 0));
      }
      if (!active.isEmpty()) {
        SubmittedShuffle any = active.get(random.nextInt(active.size()));
        if (random.nextInt(4) == 0) {
          active.remove(any);
          room.remove(any);
        } else {
          any.add(submission(any, random), 0);
          room.count(any);
        }
      }
      check(room, active);
    }
  }

  private static ShuffleSubmission submission(SubmittedShuffle to, Random random) {
    ShuffleSubmission.Builder more = ShuffleSubmission.newBuilder().setShuffle(to.id().value()).setOpen(true);
    for (int number = random.nextInt(4); number >= 0; number--) {
      int receiver = random.nextInt(8);
      more.putReceivers(receiver, Receiver.newBuilder().setSite("B").build());
      more.addTransfers(Transfer.newBuilder().setNumber(random.nextInt(30)).setFrom("A").setReceiver(receiver).setBytes(1));
    }
    return more.build();
  }

  private static void check(SubmissionRoom room, List<SubmittedShuffle> active) {
    for (long owner = 0; owner < OWNERS; owner++) {
      long of = owner;
      long parts = active.stream().filter(each -> each.owner() == of).mapToLong(each -> each.transfers() + each.receivers()).sum();
      long left = SubmissionRoom.MAX_PARTS_OF_MASTER - parts;
      assertThatCode(() -> room.check(NEW, of, left)).doesNotThrowAnyException();
      assertThatThrownBy(() -> room.check(NEW, of, left + 1)).hasMessageContaining("transfers and receivers of one job master");
    }
  }
}
