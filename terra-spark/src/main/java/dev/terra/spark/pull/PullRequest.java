package dev.terra.spark.pull;

import java.util.Arrays;
import java.util.List;

/**
 * What an executor asks of the shuffle service of its node. It travels as the one block id of Spark's {@code OpenBlocks} message, whose
 * executor id is {@value #EXECUTOR}; a service that is not Terra's refuses such an id. Words are separated by line feeds:
 *
 * <pre>
 *   terra2 hello QUEUE
 *   terra2 open KEY HOST EXECUTOR [=BYTES] BLOCK BLOCK ...    the blocks of one executor there; their bytes follow one another in
 *                                                    this order
 *   terra2 next KEY OFFSET                           the bytes from there on
 *   terra2 tell COUNTS                               what went without Terra
 * </pre>
 */
public sealed interface PullRequest {
  /** Stands for no executor. */
  String EXECUTOR = "terra";
  /** Begins every request; another version has another one. */
  String MAGIC = "terra2";

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
   * @param executor the executor there that has written them, as Spark names it
   * @param stageBytes about how many bytes of the shuffle all tasks that read it need, from all hosts; 0 or less if that is not known
   */
  record Open(String key, String host, String executor, long stageBytes, List<String> blocks) implements PullRequest {
    private static final int FIXED_WORDS = 5;
    private static final String BYTES = "=";

    /** Copies the list. */
    public Open {
      blocks = List.copyOf(blocks);
    }

    @Override
    public String encode() {
      String bytes = stageBytes > 0 ? BYTES + stageBytes + "\n" : "";
      return join("open", key, host, executor, bytes + String.join("\n", blocks));
    }

    private static Open parse(String[] words) {
      String fifth = words.length > FIXED_WORDS ? words[FIXED_WORDS] : "";
      boolean told = fifth.startsWith(BYTES);
      return new Open(words[2], word(words, 3), word(words, 4), told ? Long.parseLong(fifth.substring(1)) : 0,
          Arrays.asList(words).subList(FIXED_WORDS + (told ? 1 : 0), words.length));
    }
  }

  /** Asks for more of what was opened. */
  record Next(String key, long offset) implements PullRequest {
    @Override
    public String encode() {
      return join("next", key, Long.toString(offset));
    }
  }

  /** Tells what the executor has counted since it last told. */
  record Tell(PullCounts counts) implements PullRequest {
    @Override
    public String encode() {
      return join("tell", counts.encode());
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
      case "open" -> Open.parse(words);
      case "tell" -> new Tell(PullCounts.parse(words[2]));
      default -> throw new IllegalArgumentException("expected hello, open, next or tell, got " + words[1]);
    };
  }

  private static String word(String[] words, int index) {
    if (index >= words.length) {
      throw new IllegalArgumentException("expected more words than " + words.length);
    }
    return words[index];
  }
}
