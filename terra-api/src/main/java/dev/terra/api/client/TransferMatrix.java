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

/** The transfers of a shuffle from sites to receivers, which are at sites of their own. It is immutable. */
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

  /** Returns the builder of an empty matrix. */
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

  /** Returns a message that carries the shuffle's terms only. */
  ShuffleSubmission terms() {
    return terms;
  }

  /** Returns the value of an hour in US dollars, if it was set. */
  public OptionalDouble usdPerHour() {
    return terms.hasUsdPerHour() ? OptionalDouble.of(terms.getUsdPerHour()) : OptionalDouble.empty();
  }

  /** Returns the budget of the whole shuffle in US dollars, if it was set. */
  public OptionalDouble maxUsd() {
    return terms.hasMaxUsd() ? OptionalDouble.of(terms.getMaxUsd()) : OptionalDouble.empty();
  }

  /** Returns whether the shuffle takes only paths with which its bytes cannot cost more than its budget. */
  public boolean isHardBudget() {
    return terms.getHardBudget();
  }

  /** Returns the bytes of all transfers. */
  public long totalBytes() {
    return transfers.stream().mapToLong(Transfer::getBytes).sum();
  }

  /** The source of a transfer's bytes. */
  public sealed interface Source permits FileSource, SeedSource {}

  /**
   * A part of a file at the sending agent, below one of its {@code submitFolders}.
   *
   * @param path the absolute path of the file
   * @param offset the offset of the first byte, at least 0
   */
  public record FileSource(String path, long offset) implements Source {}

  /** Bytes that are generated from a seed. The receiver checks each of them. */
  public record SeedSource(long seed) implements Source {}

  /** Builds a matrix from receivers and transfers. */
  public static final class Builder {
    private final Map<Integer, Receiver> receivers = new LinkedHashMap<>();
    private final List<Transfer> transfers = new ArrayList<>();
    private final Set<Integer> numbers = new LinkedHashSet<>();
    private boolean open;
    private final ShuffleSubmission.Builder terms = ShuffleSubmission.newBuilder();

    private Builder() {}

    /**
     * Sets the site of a receiver.
     *
     * @param number the receiver's number in the shuffle, from 0 to below 100,000
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
     * @param number the transfer's number, 0 or more; unique in all matrices of the shuffle
     * @param from the site where the bytes are
     * @param receiver the number of the receiver
     * @param bytes the number of bytes, 0 or more
     * @param toFile the absolute path of the file at the receiving agent, below one of its {@code submitFolders}; null to check the
     *     bytes and drop them
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

    /**
     * Announces that {@link ShuffleClient#updateShuffle} will add more transfers. The shuffle is not complete before a matrix without this
     * mark.
     */
    public Builder moreWillCome() {
      open = true;
      return this;
    }

    /**
     * Sets the time from the submission within which the shuffle should complete. If this is possible, the controller promises it and gives
     * the shuffle the rates that it needs. A shuffle that misses its deadline fails.
     */
    public Builder deadline(Duration after) {
      terms.setDeadlineSeconds(seconds("deadline", after));
      return this;
    }

    /** Sets the time from the submission after which the shuffle fails. The controller does not consider it in its plans. */
    public Builder timeout(Duration after) {
      terms.setTimeoutSeconds(seconds("timeout", after));
      return this;
    }

    /** Sets the weight of the shuffle; 1 is the default. */
    public Builder weight(double weight) {
      terms.setWeight(weight);
      return this;
    }

    /** Sets the priority of the shuffle. Shuffles of a higher priority go before all others; 0 is the default. */
    public Builder priority(int priority) {
      terms.setPriority(priority);
      return this;
    }

    /**
     * Sets the group of the shuffle. The shuffles of one client with the same group, weight and priority take one place in the order,
     * according to all bytes that they have left. By default, each shuffle has its own place.
     *
     * @param name the name of the group: 1 to 200 characters, none of which is a control character
     */
    public Builder group(String name) {
      terms.setGroup(SubmittedGroup.checked(name));
      return this;
    }

    /**
     * Sets the latency class of the shuffle. Shuffles of a higher class go before those of a lower one, unless they have priorities. The
     * default is bulk.
     */
    public Builder latencyClass(LatencyClass latencyClass) {
      terms.setLatencyClass(ClassMessages.of(latencyClass));
      return this;
    }

    /**
     * Excludes the shuffle from compression: none of its chunks is compressed on the way, even if agents compress those of other shuffles.
     */
    public Builder uncompressed() {
      terms.setAsIs(true);
      return this;
    }

    /**
     * Sets the value of an hour, US dollars, 0 to 10^9 or infinite. The shuffle takes the paths of the plan with the least cost + value x
     * time. The default is infinite.
     */
    public Builder usdPerHour(double usdPerHour) {
      terms.setUsdPerHour(usdPerHour);
      return this;
    }

    /**
     * Sets the budget of the whole shuffle, US dollars, 0 to 10^9. The shuffle takes the paths of the fastest plan that costs no more. The
     * default is no budget.
     */
    public Builder maxUsd(double maxUsd) {
      terms.setMaxUsd(maxUsd);
      return this;
    }

    /**
     * Makes the budget hard: the shuffle takes only paths with which it cannot cost more than its budget, however its bytes divide among
     * them.
     */
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

    /** Returns the matrix. */
    public TransferMatrix build() {
      return new TransferMatrix(this);
    }
  }
}
