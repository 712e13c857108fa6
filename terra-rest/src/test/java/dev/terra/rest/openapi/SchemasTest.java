package dev.terra.rest.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.rest.rows.LinkDetailRow;
import dev.terra.rest.whatif.WhatIfRequest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchemasTest {
  private final Schemas schemas = new Schemas();

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(item -> texts.add(item.asText()));
    return texts;
  }

  @Test
  void aRecordHasOneSchemaHoweverOftenItIsNamed() {
    assertThat(schemas.reference(LinkDetailRow.class).path("$ref").asText()).isEqualTo("#/components/schemas/LinkDetailRow");
    int size = schemas.all().size();
    schemas.reference(LinkDetailRow.class);

    assertThat(schemas.all().size()).as("with those of its members").isEqualTo(size).isGreaterThan(3);
    assertThat(schemas.all().has("LinkRow")).isTrue();
  }

  @Test
  void anAnswerHasAllOfItsMembers() {
    schemas.reference(LinkDetailRow.class);
    JsonNode row = schemas.all().path("LinkRow");

    assertThat(texts(row.path("required"))).hasSize(row.path("properties").size());
    assertThat(row.path("additionalProperties").asBoolean(true)).isFalse();
  }

  @Test
  void aBodyNeedsOnlyWhatMayNotBeLeftOut() {
    schemas.reference(WhatIfRequest.class);

    assertThat(schemas.all().path("WhatIfRequest").has("required")).isFalse();
    assertThat(texts(schemas.all().path("NewLink").path("required"))).containsExactly("link", "capacityBytesPerSecond");
  }

  @Test
  void boundsAreThoseThatRequestsAreCheckedBy() {
    schemas.reference(WhatIfRequest.class);
    JsonNode properties = schemas.all().path("WhatIfRequest").path("properties");

    assertThat(properties.path("pathsPerPair").path("minimum").asInt()).isEqualTo(1);
    assertThat(properties.path("pathsPerPair").path("maximum").asInt()).isEqualTo(64);
    assertThat(properties.path("pathsPerPair").path("nullable").asBoolean()).isTrue();
    assertThat(properties.path("removeLinks").path("maxItems").asInt()).isEqualTo(1_000);
    assertThat(schemas.all().path("NewLink").path("properties").path("link").path("maxLength").asInt()).isEqualTo(256);
  }
}
