package dev.terra.agent.site;

import com.google.common.base.Ticker;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.terra.agent.control.RateBook;
import dev.terra.api.v1.BundleRates;
import dev.terra.api.v1.BundleRef;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.Epoch;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.RateOnPath;
import dev.terra.api.v1.RatesInForce;
import dev.terra.api.v1.WanPath;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import dev.terra.fuzz.Choices;
import java.io.ByteArrayOutputStream;
import java.util.List;

/**
 * Feeds any bytes to an agent as the controller's messages about rates and the places of readers. They come in a row, each with its length.
 */
public final class ControllerMessagesFuzz {
  private static final int MOST_MESSAGES = 40;

  private ControllerMessagesFuzz() {}

  /** Returns an epoch that is followed by one that removes its bundle, and a placement. */
  public static List<byte[]> seeds() {
    RateOnPath rate = RateOnPath.newBuilder().setBytesPerSecond(5e6).setPath(WanPath.newBuilder().addSites("A").addSites("C").addSites("B"))
        .build();
    Epoch.Builder full = Epoch.newBuilder().setNumber(1).setFull(true)
        .addBundles(BundleRates.newBuilder().setShuffle("job_1_1").setTo("B").addRates(rate));
    Epoch.Builder less = Epoch.newBuilder().setNumber(2).addRemoved(BundleRef.newBuilder().setShuffle("job_1_1").setTo("B"));
    return List.of(row(ControllerMessage.newBuilder().setEpoch(full), ControllerMessage.newBuilder().setEpoch(less)),
        row(ControllerMessage.newBuilder().setPlacement(
            PlacementReport.newBuilder().setShuffle("job_1_1").putSiteByReducer(3, "B").addReadingSites("B"))));
  }

  private static byte[] row(ControllerMessage.Builder... messages) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (ControllerMessage.Builder message : messages) {
      byte[] bytes = message.build().toByteArray();
      all.write(bytes.length);
      all.writeBytes(bytes);
    }
    return all.toByteArray();
  }

  /** Checks that each message is taken whole or not at all, and that all rates that are then in force are numbers. */
  public static void fuzzerTestOneInput(byte[] input) {
    Choices choices = new Choices(input);
    RateBook rates = new RateBook(TestSite.A);
    ShuffleDecisions shuffles = new TestSite(new Nowhere(), true, Ticker.systemTicker()).decisions();
    for (int i = 0; i < MOST_MESSAGES && choices.hasMore(); i++) {
      RatesInForce before = rates.inForce();
      try {
        obey(ControllerMessage.parseFrom(choices.take(choices.below(256))), rates, shuffles);
      } catch (InvalidProtocolBufferException e) {
        continue; // gRPC ends such a stream
      } catch (IllegalArgumentException e) {
        unchanged(before, rates.inForce());
      }
      check(rates.inForce());
    }
  }

  private static void obey(ControllerMessage message, RateBook rates, ShuffleDecisions shuffles) {
    switch (message.getCommandCase()) {
      case EPOCH -> rates.apply(message.getEpoch());
      case PLACEMENT -> shuffles.place(message.getPlacement());
      case ENDED -> shuffles.end(new ShuffleId(message.getEnded().getShuffle()));
      default -> rates.session(message.getWelcome().getSession());
    }
  }

  private static void unchanged(RatesInForce before, RatesInForce after) {
    if (!before.equals(after)) {
      throw new AssertionError("refused, and yet " + before + " became " + after);
    }
  }

  private static void check(RatesInForce rates) {
    for (BundleRates bundle : rates.getBundlesList()) {
      for (RateOnPath rate : bundle.getRatesList()) {
        if (!(rate.getBytesPerSecond() >= 0) || Double.isInfinite(rate.getBytesPerSecond())) {
          throw new AssertionError("a rate of " + rate.getBytesPerSecond());
        }
      }
    }
  }

  /** An outlook in which no site can be reached. */
  private static final class Nowhere implements Outlook {
    @Override
    public double stockBytesPerSecond(SiteId site) {
      return 0;
    }

    @Override
    public double leastStockBytesPerSecond() {
      return 0;
    }

    @Override
    public String obstacle(ShuffleId shuffle, SiteId site) {
      return "there is nothing";
    }
  }
}
