package dev.terra.agent;

import dev.terra.core.shuffle.ShuffleId;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends shuffles: one that is over is forgotten in every book. On the agent's thread. */
final class ShuffleEnds {
  private static final Logger log = LoggerFactory.getLogger(ShuffleEnds.class);

  private final Predicate<ShuffleId> news;
  private final List<Consumer<ShuffleId>> books;

  /**
   * Nothing has ended yet.
   *
   * @param news notes that a shuffle is over, and says whether that is news
   * @param books each forgets a shuffle
   */
  ShuffleEnds(Predicate<ShuffleId> news, List<Consumer<ShuffleId>> books) {
    this.news = news;
    this.books = List.copyOf(books);
  }

  /** A shuffle is over: forgets it everywhere; returns whether that was news. */
  boolean end(ShuffleId shuffle) {
    if (!news.test(shuffle)) {
      return false;
    }
    log.info("shuffle {} is over", shuffle);
    books.forEach(book -> book.accept(shuffle));
    return true;
  }
}
