package dev.terra.controller.yarn;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.base.Splitter;
import dev.terra.controller.core.queue.QueueAnswer;
import dev.terra.controller.core.shuffle.YarnApplication;
import dev.terra.core.limit.BoundedText;
import dev.terra.core.shuffle.ShuffleDescriptor.Owner;
import java.io.IOException;
import java.util.Objects;

/** Reads the bodies of a ResourceManager's answers. They are not trusted to have the expected form. */
final class ApplicationJson {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NOT_FOUND = "NotFoundException";
  /** The beginning of the tag that names a recurring job. YARN writes tags in lower case, with commas between them. */
  private static final String RECURRING = "terra-recurring:";

  private static final Splitter TAGS = Splitter.on(',').trimResults();

  private ApplicationJson() {}

  /**
   * Returns the queue, the user and the name of an application. A tag may give another name than the application's own.
   *
   * @throws IOException if the body does not hold them for that application
   */
  static QueueAnswer answer(YarnApplication asked, byte[] body) throws IOException {
    JsonNode application = tree(body).path("app");
    String id = application.path("id").asText("");
    if (!id.equals(asked.id())) {
      throw new IOException("the answer is for " + (id.isEmpty() ? "no application" : BoundedText.of(id)) + ", not for " + asked);
    }
    try {
      return QueueAnswer.placed(new Owner(name(application, "queue"), name(application, "user")), recurring(application));
    } catch (IllegalArgumentException e) {
      throw new IOException("the answer for " + asked + " cannot be right: " + e.getMessage(), e);
    }
  }

  private static String recurring(JsonNode application) {
    return TAGS.splitToStream(application.path("applicationTags").asText("")).filter(tag -> tag.startsWith(RECURRING))
        .map(tag -> BoundedText.of(tag.substring(RECURRING.length()))).filter(name -> !name.isEmpty()).findFirst()
        .orElseGet(() -> BoundedText.of(application.path("name").asText("")));
  }

  private static String name(JsonNode application, String field) throws IOException {
    JsonNode value = application.path(field);
    String name = value.asText("");
    if (!value.isTextual() || name.isBlank() || !BoundedText.clean(name).equals(name)) {
      throw new IOException("the answer for " + application.path("id").asText() + " has no '" + field + "' that is a name");
    }
    return name;
  }

  /** Returns whether a body is a ResourceManager's answer that it has no application of the requested id. */
  static boolean saysNotFound(byte[] body) {
    try {
      return NOT_FOUND.equals(tree(body).path("RemoteException").path("exception").asText());
    } catch (IOException e) {
      return false;
    }
  }

  private static JsonNode tree(byte[] body) throws IOException {
    try {
      return Objects.requireNonNull(JSON.readTree(body), "an empty body is a missing node");
    } catch (JsonProcessingException e) {
      throw new IOException("the answer is not JSON", e);
    }
  }
}
