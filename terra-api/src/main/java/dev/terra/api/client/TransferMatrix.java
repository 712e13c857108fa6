package dev.terra.api.client;

import dev.terra.api.latency.ClassMessages;
import dev.terra.api.v1.FilePart;
import dev.terra.api.v1.Generated;
import dev.terra.api.v1.Receiver;
import dev.terra.api.v1.ShuffleSubmission;
import dev.terra.api.v1.Transfer;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.shuffle.SubmittedGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a shuffle moves: transfers from sites to receivers, which are at sites of their own. Immutable. */
public final class TransferMatrix {
  private final Map<Integer, Receiver> receivers;
  private final List<Transfer> transfers;
  private final boolean open;
  private final ShuffleSubmission terms;

  private TransferMatrix(Builder builder) {
    this.receivers = Map.copyOf(builder.receivers);
    this.transfers = List.copyOf(builder.transfers);
    this.open = builder.open;
    this.terms = builder.terms.build();
  }

  /** A matrix without anything. */
  public static Builder builder() {
    return new Builder();
  }

  Map<Integer, Receiver> receivers() {
    return receivers;
  }

  List<Transfer> transfers() {
    return transfers;
  }

  boolean open() {
    return open;
  }

  /** A message that says its terms and nothing else. */
  ShuffleSubmission terms() {
    return terms;
  }

  /** What an hour is worth, US dollars, if that was said. */
  public OptionalDouble usdPerHour() {
    return terms.hasUsdPerHour() ? OptionalDouble.of(terms.getUsdPerHour()) : OptionalDouble.empty();
  }

  /** What all of it may cost, US dollars, if that was said. */
  public OptionalDouble maxUsd() {
    return terms.hasMaxUsd() ? OptionalDouble.of(terms.getMaxUsd()) : OptionalDouble.empty();
  }

  /** Whether it takes only paths with which its bytes cannot cost more than its budget. */
  public boolean isHardBudget() {
    return terms.getHardBudget();
  }

  /** The bytes of all transfers. */
  public long totalBytes() {
    return transfers.stream().mapToLong(Transfer::getBytes).sum();
  }

  /** Where a transfer's bytes come from. */
  public sealed interface Source permits FileSource, SeedSource {}

  /**
   * A part of a file at the sending agent, below one of its {@code submitFolders}.
   *
   * @param path absolute
   * @param offset of the first byte, at least 0
   */
  public record FileSource(String path, long offset) implements Source {}

  /** Bytes made from a seed: the receiver checks each of them. */
  public record SeedSource(long seed) implements Source {}

  /** Collects receivers and transfers. */
  public static final class Builder {
    private final Map<Integer, Receiver> receivers = new LinkedHashMap<>();
    private final List<Transfer> transfers = new ArrayList<>();
    private final Set<Integer> numbers = new LinkedHashSet<>();
    private boolean open;
    private final ShuffleSubmission.Builder terms = ShuffleSubmission.newBuilder();

    private Builder() {}

    /**
     * Says where a receiver is.
     *
     * @param number 0 or more, below 100,000; the shuffle's own
     */
    public Builder receiver(int number, String site) {
      if (number < 0) {
        throw new IllegalArgumentException("a receiver's number is 0 or more, got " + number);
      }
      receivers.put(number, Receiver.newBuilder().setSite(site).build());
      return this;
    }

    /**
     * Adds a transfer.
     *
     * @param number unique in the shuffle, over all its matrices; 0 or more
     * @param from the site where the bytes are
     * @param receiver the number of the receiver
     * @param bytes 0 or more
     * @param toFile absolute, at the receiving agent below one of its {@code submitFolders}; null to check the bytes and drop them
     */
    public Builder transfer(int number, String from, int receiver, long bytes, Source source, @Nullable String toFile) {
      if (number < 0 || bytes < 0) {
        throw new IllegalArgumentException("transfer " + number + ": expected a number and bytes of 0 or more, got " + bytes + " bytes");
      }
      if (!numbers.add(number)) {
        throw new IllegalArgumentException("transfer " + number + " is given twice");
      }
      Transfer.Builder transfer = Transfer.newBuilder().setNumber(number).setFrom(from).setReceiver(receiver).setBytes(bytes)
          .setToFile(toFile == null ? "" : toFile);
      if (source instanceof FileSource file) {
        transfer.setFile(FilePart.newBuilder().setPath(file.path()).setOffset(file.offset()));
      } else if (source instanceof SeedSource generated) {
        transfer.setGenerated(Generated.newBuilder().setSeed(generated.seed()));
      }
      transfers.add(transfer.build());
      return this;
    }

    /** More will be added by {@link ShuffleClient#updateShuffle}: the shuffle is not complete before a matrix without this. */
    public Builder moreWillCome() {
      open = true;
      return this;
    }

    /**
     * Sets the time in which the shuffle should be done, from its submission on. The controller promises that if it can be, and then gives
     * the shuffle the rates that it needs; it fails when it is late.
     */
    public Builder deadline(Duration after) {
      terms.setDeadlineSeconds(seconds("deadline", after));
      return this;
    }

    /** The shuffle fails if it takes longer than this from its submission on; the controller plans nothing for that. */
    public Builder timeout(Duration after) {
      terms.setTimeoutSeconds(seconds("timeout", after));
      return this;
    }

    /** Its share of importance; 1 is ordinary. */
    public Builder weight(double weight) {
      terms.setWeight(weight);
      return this;
    }

    /** Shuffles of a higher priority go before all others; 0 is ordinary. */
    public Builder priority(int priority) {
      terms.setPriority(priority);
      return this;
    }

    /**
     * The shuffles of one client that have the same group, weight and priority take one place in the order, that of all that they have left.
     * By default, each has its own place.
     *
     * @param name 1 to 200 characters, none of which is a control character
     */
    public Builder group(String name) {
      terms.setGroup(SubmittedGroup.checked(name));
      return this;
    }

    /** Its latency class: shuffles of a higher one go before those of a lower one, unless they have priorities. The default is bulk. */
    public Builder latencyClass(LatencyClass latencyClass) {
      terms.setLatencyClass(ClassMessages.of(latencyClass));
      return this;
    }

    /** No chunk of it is to be compressed on its way, where agents do that for others. */
    public Builder uncompressed() {
      terms.setAsIs(true);
      return this;
    }

    /**
     * What an hour is worth, US dollars, 0 to 10^9 or infinite: it takes the paths of the plan of the least cost + value x time. The
     * default is infinite.
     */
    public Builder usdPerHour(double usdPerHour) {
      terms.setUsdPerHour(usdPerHour);
      return this;
    }

    /**
     * What all of it may cost, US dollars, 0 to 10^9: it takes the paths of the fastest plan that costs no more. The default is no budget.
     */
    public Builder maxUsd(double maxUsd) {
      terms.setMaxUsd(maxUsd);
      return this;
    }

    /** It takes only so many paths that it cannot cost more than its budget, however its bytes divide among them. */
    public Builder hardBudget() {
      terms.setHardBudget(true);
      return this;
    }

    private static double seconds(String what, Duration after) {
      if (after.isNegative() || after.isZero()) {
        throw new IllegalArgumentException("expected a " + what + " above 0, got " + after);
      }
      return after.toNanos() / 1e9;
    }

    /** The matrix. */
    public TransferMatrix build() {
      return new TransferMatrix(this);
    }
  }
}
