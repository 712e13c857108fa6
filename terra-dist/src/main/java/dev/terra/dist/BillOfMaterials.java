package dev.terra.dist;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/** The content of the archive as a CycloneDX 1.5 document in JSON: every jar with its coordinates, licence and SHA-256. */
final class BillOfMaterials {
  private final ArrayNode components = JsonNodeFactory.instance.arrayNode();
  private final String version;

  /** Makes the empty bill of a version of Terra. */
  BillOfMaterials(String version) {
    this.version = version;
  }

  /**
   * Adds a jar.
   *
   * @param place where it is in the archive
   * @param shipped the file that is shipped
   * @param licence an SPDX expression
   */
  void add(BundledLibrary library, String place, Path shipped, String licence) throws IOException {
    component(library, place, shipped, licence).put("purl", library.packageUrl()).put("bom-ref", library.packageUrl());
  }

  /** Adds one of Terra's own jars, into which the build has put other libraries. */
  void addOwn(String name, String place, Path shipped) throws IOException {
    BundledLibrary library = new BundledLibrary("dev.terra", name, Optional.empty(), version, shipped);
    component(library, place, shipped, "Apache-2.0").put("bom-ref", place);
  }

  private ObjectNode component(BundledLibrary library, String place, Path shipped, String licence) throws IOException {
    ObjectNode component = components.addObject().put("type", "library").put("group", library.group()).put("name", library.artifact())
        .put("version", library.version());
    component.putArray("hashes").addObject().put("alg", "SHA-256").put("content", sha256(shipped));
    component.putArray("licenses").addObject().put("expression", licence);
    component.putArray("properties").addObject().put("name", "terra:file").put("value", place);
    return component;
  }

  private static String sha256(Path file) throws IOException {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Returns the document. */
  String json() throws JsonProcessingException {
    ObjectNode root = JsonNodeFactory.instance.objectNode().put("bomFormat", "CycloneDX").put("specVersion", "1.5").put("version", 1);
    root.putObject("metadata").putObject("component").put("type", "application").put("group", "dev.terra").put("name", "terra")
        .put("version", version);
    root.set("components", components);
    return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(root) + "\n";
  }
}
