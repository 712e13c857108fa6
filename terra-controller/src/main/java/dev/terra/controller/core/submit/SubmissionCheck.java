package dev.terra.controller.core.submit;

import dev.terra.api.v1.Receiver;
import dev.terra.api.v1.ShuffleSubmission;
import dev.terra.api.v1.Transfer;
import dev.terra.controller.core.shuffle.ReportCheck;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.shuffle.SubmittedGroup;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.util.Map;
import java.util.TreeMap;

/** Checks what a job master submits, before anything is done with it. */
final class SubmissionCheck {
  /** The most transfers of a shuffle. No stage has as many. Each takes about 300 bytes here. */
  static final int MAX_TRANSFERS = 200_000;
  private static final int MAX_PATH = 4_096;

  private SubmissionCheck() {}

  /**
   * Checks a submission together with what was submitted before.
   *
   * @throws IllegalArgumentException with a message that names the transfer and what is wrong with it
   */
  static void check(ShuffleSubmission submission, Map<Integer, SiteId> known, int knownTransfers, Wan wan) {
    ShuffleId id = new ShuffleId(submission.getShuffle());
    if (knownTransfers + submission.getTransfersCount() > MAX_TRANSFERS) {
      throw new IllegalArgumentException(id + ": more than " + MAX_TRANSFERS + " transfers");
    }
    checkSeconds(id + ": expected a deadline", submission.getDeadlineSeconds());
    checkSeconds(id + ": expected a timeout", submission.getTimeoutSeconds());
    SubmittedShuffle.terms(submission);
    if (!submission.getGroup().isEmpty()) {
      SubmittedGroup.checked(submission.getGroup());
    }
    Map<Integer, SiteId> sites = new TreeMap<>(known);
    submission.getReceiversMap().forEach((number, receiver) ->
        sites.put(ReportCheck.reducer(number), site(id + ", receiver " + number, receiver, wan)));
    for (Transfer transfer : submission.getTransfersList()) {
      check(id + ", transfer " + Integer.toUnsignedString(transfer.getNumber()), transfer, sites, wan);
    }
  }

  private static void checkSeconds(String expected, double seconds) {
    if (!(seconds >= 0) || Double.isInfinite(seconds)) {
      throw new IllegalArgumentException(expected + " of 0 s or more, got " + seconds);
    }
  }

  private static SiteId site(String what, Receiver receiver, Wan wan) {
    return site(what, receiver.getSite(), wan);
  }

  private static SiteId site(String what, String name, Wan wan) {
    SiteId site = new SiteId(name);
    if (!wan.contains(site)) {
      throw new IllegalArgumentException(what + ": no site " + name + " in " + wan.name());
    }
    return site;
  }

  private static void check(String what, Transfer transfer, Map<Integer, SiteId> sites, Wan wan) {
    SiteId from = site(what, transfer.getFrom(), wan);
    SiteId to = sites.get(transfer.getReceiver());
    if (to == null) {
      throw new IllegalArgumentException(what + ": receiver " + transfer.getReceiver() + " has no site");
    }
    if (from.equals(to)) {
      throw new IllegalArgumentException(what + ": begins and ends at " + from + "; expected two different sites");
    }
    if (transfer.getBytes() < 0 || transfer.getBytes() > ReportCheck.REDUCER_BYTES) {
      throw new IllegalArgumentException(what + ": expected 0 to " + ReportCheck.REDUCER_BYTES + " bytes, got "
          + Long.toUnsignedString(transfer.getBytes()));
    }
    boolean badFile = transfer.hasFile()
        && (transfer.getFile().getPath().isEmpty() || transfer.getFile().getPath().length() > MAX_PATH
            || transfer.getFile().getOffset() < 0);
    if (badFile || transfer.getToFile().length() > MAX_PATH || transfer.getSourceCase() == Transfer.SourceCase.SOURCE_NOT_SET) {
      throw new IllegalArgumentException(what + ": expected a file's path of at most " + MAX_PATH
          + " characters and an offset, or a seed");
    }
  }
}
