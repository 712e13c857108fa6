package dev.terra.agent;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends jobs: one that is over is forgotten in every book. On the agent's thread. */
final class JobEnds {
  private static final Logger log = LoggerFactory.getLogger(JobEnds.class);

  private final Predicate<String> news;
  private final List<Consumer<String>> books;

  /**
   * Nothing has ended yet.
   *
   * @param news notes that a job is over, and says whether that is news
   * @param books each forgets a job
   */
  JobEnds(Predicate<String> news, List<Consumer<String>> books) {
    this.news = news;
    this.books = List.copyOf(books);
  }

  /** A job is over: forgets it everywhere; returns whether that was news. */
  boolean end(String job) {
    if (!news.test(job)) {
      return false;
    }
    log.info("job {} is over", job);
    books.forEach(book -> book.accept(job));
    return true;
  }
}
