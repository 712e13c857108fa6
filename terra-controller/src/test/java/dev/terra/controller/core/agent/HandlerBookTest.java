package dev.terra.controller.core.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.api.v1.HandlerReport;
import dev.terra.api.v1.HandlerReports;
import dev.terra.api.v1.ShuffleCounters;
import dev.terra.controller.view.HandlerFigures;
import org.junit.jupiter.api.Test;

class HandlerBookTest {
  private static final long NOW = 60_000_000_000L;
  private final HandlerBook book = new HandlerBook();

  private static HandlerReport.Builder handler(String ip, String service) {
    return HandlerReport.newBuilder().setIp(ip).setHost("h").setService(service).setSinceMillis(5_000);
  }

  @Test
  void aReportReplacesTheLastOneOfItsAddressAndService() {
    book.report(HandlerReports.newBuilder().addHandlers(handler("10.0.0.1", "")).addHandlers(handler("10.0.0.1", "spark")).build(), NOW);
    book.report(HandlerReports.newBuilder().addHandlers(handler("10.0.0.1", "spark").setStockReason("off")
        .setCounters(ShuffleCounters.newBuilder().setStockBytes(-1).setFallbacks(3))).build(), NOW);
    assertThat(book.figures()).extracting(HandlerFigures::key).containsExactly("10.0.0.1", "10.0.0.1/spark");
    HandlerFigures spark = book.figures().get(1);
    assertThat(spark.stockReason()).isEqualTo("off");
    assertThat(spark.sinceSeconds()).isEqualTo(55);
    assertThat(spark.stockBytes()).as("a number that is none").isZero();
    assertThat(spark.fallbacks()).isEqualTo(3);
    book.report(HandlerReports.newBuilder().addForgotten("10.0.0.1/spark").addForgotten("10.9.9.9").build(), NOW);
    assertThat(book.figures()).extracting(HandlerFigures::key).containsExactly("10.0.0.1");
  }

  @Test
  void whatIsTooLongIsCutAndTooManyAreRefused() {
    book.report(HandlerReports.newBuilder().addHandlers(handler("10.0.0.1", "").setStockReason("x".repeat(100_000))).build(), NOW);
    assertThat(book.figures().get(0).stockReason()).hasSize(HandlerBook.HANDLER_TEXT);
    HandlerReports.Builder many = HandlerReports.newBuilder();
    for (int i = 0; i < HandlerBook.HANDLERS; i++) {
      many.addHandlers(handler("10.1." + i / 250 + "." + i % 250, ""));
    }
    assertThatThrownBy(() -> book.report(many.build(), NOW)).hasMessage("a site has at most 10000 handlers");
    assertThat(book.figures()).hasSize(HandlerBook.HANDLERS);
  }
}
