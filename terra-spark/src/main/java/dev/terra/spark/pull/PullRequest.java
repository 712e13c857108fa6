package dev.terra.spark.pull;

import java.util.Arrays;
import java.util.List;

/**
 * What an executor asks of the shuffle service of its node. It travels as the one block id of Spark's {@code OpenBlocks} message, whose
 * executor id is {@value #EXECUTOR}; a service that is not Terra's refuses such an id. Words are separated by line feeds:
 *
 * <pre>
 *   terra1 hello QUEUE
 *   terra1 open KEY HOST PORT COUNTS BLOCK BLOCK ...    the blocks of one host; their bytes follow one another in this order
 *   terra1 next KEY OFFSET                              the bytes from there on
 * </pre>
 */
public sealed interface PullRequest {
  /** Stands for no executor. */
  String EXECUTOR = "terra";
  /** Begins every request; another version has another one. */
  String MAGIC = "terra1";

  /** Asks what the service is, and says in which of the cluster's queues the application runs. */
  record Hello(String queue) implements PullRequest {
    @Override
    public String encode() {
      return join("hello", queue);
    }
  }

  /**
   * Asks for blocks of a host.
   *
   * @param key chosen by the executor, never again used by its application
   * @param host the host that has them, as Spark names it
   * @param port of its shuffle service
   * @param counts what the executor counted since it last told
   */
  record Open(String key, String host, int port, PullCounts counts, List<String> blocks) implements PullRequest {
    /** Copies the list. */
    public Open {
      blocks = List.copyOf(blocks);
    }

    @Override
    public String encode() {
      return join("open", key, host, Integer.toString(port), counts.encode(), String.join("\n", blocks));
    }
  }

  /** Asks for more of what was opened. */
  record Next(String key, long offset) implements PullRequest {
    @Override
    public String encode() {
      return join("next", key, Long.toString(offset));
    }
  }

  /** The block id in which it travels. */
  String encode();

  private static String join(String... words) {
    return MAGIC + "\n" + String.join("\n", words);
  }

  /** Reads a block id; an {@link IllegalArgumentException} says what is wrong with it. */
  static PullRequest parse(String blockId) {
    String[] words = blockId.split("\n", -1);
    if (words.length < 3 || !words[0].equals(MAGIC)) {
      throw new IllegalArgumentException("expected a request of version " + MAGIC);
    }
    return switch (words[1]) {
      case "hello" -> new Hello(words[2]);
      case "next" -> new Next(words[2], Long.parseLong(word(words, 3)));
      case "open" -> new Open(words[2], word(words, 3), Integer.parseInt(word(words, 4)), PullCounts.parse(word(words, 5)),
          Arrays.asList(words).subList(6, words.length));
      default -> throw new IllegalArgumentException("expected hello, open or next, got " + words[1]);
    };
  }

  private static String word(String[] words, int index) {
    if (index >= words.length) {
      throw new IllegalArgumentException("expected more words than " + words.length);
    }
    return words[index];
  }
}
