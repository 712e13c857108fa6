package dev.terra.controller.action;

import dev.terra.controller.core.operate.KeptAction;
import dev.terra.controller.core.operate.KeptActions;
import dev.terra.controller.core.operate.OperatorCommand;
import dev.terra.controller.core.operate.OperatorCommand.AllowPath;
import dev.terra.controller.core.operate.OperatorCommand.DrainAgent;
import dev.terra.controller.core.operate.OperatorCommand.DrainLink;
import dev.terra.controller.core.operate.OperatorCommand.DrainOneAgent;
import dev.terra.controller.core.operate.OperatorCommand.DrainSite;
import dev.terra.controller.core.operate.OperatorCommand.PathsPerPair;
import dev.terra.controller.core.operate.OperatorCommand.SetTerms;
import dev.terra.controller.core.operate.OperatorCommand.SetTerms.Scope;
import dev.terra.controller.core.operate.OperatorDesk;
import dev.terra.controller.core.shuffle.PartialTerms;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Encodes operators' actions as a text that people can read in the store: a head with the format and the last number, then a line for
 * each action. If a line cannot be read, only that line is lost.
 *
 * <pre>
 * terra-actions 1 12
 * 7 1790000000000 ann fibre+work drain-link A B both
 * 12 1790000060000 ann = undo
 * </pre>
 */
public final class ActionText {
  private static final String HEAD = "terra-actions 1 ";
  private static final String EMPTY = "=";
  private static final String UNDO = "undo";
  private static final String BOTH = "both";
  /** The most lines that are read. A controller writes at most a quarter of them. */
  private static final int MOST_LINES = 4 * OperatorDesk.MOST_KEPT;
  /** The largest number of an action, far below the largest {@code long}. */
  private static final long MOST_NUMBER = 1L << 50;
  /** The words of each line that are always there: number, time, author, reason and kind. */
  private static final int FIXED_WORDS = 5;

  private final long startMillis;

  /**
   * Creates an encoder for a controller.
   *
   * @param startMillis when the controller's clock began, in milliseconds since 1970; it is needed since deadlines are stored as
   *     times of day
   */
  public ActionText(long startMillis) {
    this.startMillis = startMillis;
  }

  /** Returns the actions as text. */
  public String encode(KeptActions kept) {
    return HEAD + kept.lastNumber() + "\n" + kept.actions().stream().map(this::line).collect(Collectors.joining());
  }

  private String line(KeptAction action) {
    Stream<Object> head = Stream.of(action.number(), action.atMillis(), action.by(), action.reason());
    Stream<Object> what = action.command().map(this::words).orElse(Stream.of(UNDO));
    return Stream.concat(head, what).map(ActionText::word).collect(Collectors.joining(" ")) + "\n";
  }

  private static String word(Object value) {
    String text = value.toString();
    return text.isEmpty() ? EMPTY : URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private Stream<Object> words(OperatorCommand command) {
    return Stream.concat(Stream.of(command.kind()), arguments(command));
  }

  private Stream<Object> arguments(OperatorCommand command) {
    if (command instanceof DrainLink drain) {
      return Stream.of(drain.link().from(), drain.link().to(), drain.bothDirections() ? BOTH : "one");
    } else if (command instanceof DrainSite drain) {
      return Stream.of(drain.site());
    } else if (command instanceof DrainAgent drain) {
      return Stream.of(drain.site());
    } else if (command instanceof DrainOneAgent drain) {
      return Stream.of(drain.agent().site(), drain.agent().name());
    } else if (command instanceof AllowPath allow) {
      return allow.path().sites().stream().map(Object.class::cast);
    } else if (command instanceof PathsPerPair paths) {
      return Stream.of(text(paths.count().stream().boxed()));
    } else if (command instanceof SetTerms set) {
      PartialTerms terms = set.terms();
      return Stream.of(set.name(), text(terms.weight().stream().boxed()), text(terms.priority().stream().boxed()),
          text(terms.deadlineSeconds().stream().mapToObj(seconds -> seconds + startMillis / 1e3)));
    }
    throw new IllegalArgumentException(command.kind() + " leaves nothing to keep");
  }

  /** Returns a value as text; empty if there is none. */
  private static String text(Stream<?> value) {
    return value.map(Object::toString).findFirst().orElse("");
  }

  /** Reads actions from a text. Each line that cannot be read is reported as a problem. */
  public KeptActions decode(String text, Consumer<String> problem) {
    List<String> lines = text.lines().toList();
    if (lines.isEmpty() || !lines.get(0).startsWith(HEAD)) {
      problem.accept("their format is not known: expected '" + HEAD + "...'");
      return KeptActions.NONE;
    }
    List<KeptAction> actions = new ArrayList<>();
    long last = 0;
    if (lines.size() > MOST_LINES) {
      problem.accept("of " + lines.size() + " lines the first " + MOST_LINES + " count");
    }
    for (String line : lines.subList(1, Math.min(lines.size(), MOST_LINES))) {
      try {
        KeptAction action = action(line);
        actions.add(action);
        last = Math.max(last, action.number());
      } catch (IllegalArgumentException e) {
        problem.accept("'" + printable(line) + "' cannot be read: " + printable(String.valueOf(e.getMessage())));
      }
    }
    return KeptActions.of(Math.max(last, number(lines.get(0).substring(HEAD.length()), problem)), actions);
  }

  private static String printable(String text) {
    return text.substring(0, Math.min(200, text.length())).replaceAll("\\p{Cntrl}", "?");
  }

  private static long number(String text, Consumer<String> problem) {
    try {
      return Math.min(MOST_NUMBER, Math.max(0, Long.parseLong(text.trim())));
    } catch (NumberFormatException e) {
      problem.accept("the number of the last action is missing");
      return 0;
    }
  }

  private KeptAction action(String line) {
    List<String> words = Arrays.stream(line.split(" ", -1))
        .map(word -> word.equals(EMPTY) ? "" : URLDecoder.decode(word, StandardCharsets.UTF_8)).toList();
    if (words.size() < FIXED_WORDS) {
      throw new IllegalArgumentException("expected number, time, who, why and what");
    }
    long number = Long.parseLong(words.get(0));
    if (number < 1 || number > MOST_NUMBER) {
      throw new IllegalArgumentException("expected a number from 1 to " + MOST_NUMBER);
    }
    String kind = words.get(FIXED_WORDS - 1);
    Optional<OperatorCommand> command =
        kind.equals(UNDO) ? Optional.empty() : Optional.of(command(kind, words.subList(FIXED_WORDS, words.size())));
    return new KeptAction(number, Long.parseLong(words.get(1)), words.get(2), words.get(3), command);
  }

  private OperatorCommand command(String kind, List<String> words) {
    return switch (kind) {
      case "drain-link", "restore-link" ->
          new DrainLink(LinkId.of(at(words, 0), at(words, 1)), at(words, 2).equals(BOTH), kind.startsWith("drain"));
      case "drain-site", "restore-site" -> new DrainSite(new SiteId(at(words, 0)), kind.startsWith("drain"));
      case "drain-agent", "restore-agent" -> words.size() == 1 ? new DrainAgent(new SiteId(words.get(0)), kind.startsWith("drain"))
          : new DrainOneAgent(AgentId.of(at(words, 0), at(words, 1)), kind.startsWith("drain"));
      case "forbid-path", "allow-path" -> new AllowPath(Path.of(words.stream().map(SiteId::new).toList()), kind.startsWith("allow"));
      case "paths-per-pair" ->
          new PathsPerPair(at(words, 0).isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(words.get(0))));
      case "shuffle-terms", "job-terms", "queue-terms" ->
          new SetTerms(Scope.valueOf(kind.replace("-terms", "").toUpperCase(Locale.ROOT)), at(words, 0), terms(words));
      default -> throw new IllegalArgumentException("'" + kind + "' is not known");
    };
  }

  private PartialTerms terms(List<String> words) {
    return new PartialTerms(number(at(words, 1)),
        at(words, 2).isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(words.get(2))),
        number(at(words, 3)).stream().map(seconds -> seconds - startMillis / 1e3).findFirst());
  }

  private static OptionalDouble number(String text) {
    return text.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
  }

  private static String at(List<String> words, int index) {
    if (index >= words.size()) {
      throw new IllegalArgumentException("a word is missing");
    }
    return words.get(index);
  }
}
