package dev.terra.rest.read;

import com.google.common.collect.ImmutableList;
import dev.terra.core.failure.Failures;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkChoice;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Wan;
import dev.terra.core.wan.WanNotation;
import dev.terra.rest.api.Call;
import dev.terra.rest.api.Parameter;
import dev.terra.rest.api.Problem;
import java.util.List;
import java.util.Optional;

/** Reads links and paths as callers write them, in the notation of {@link WanNotation}. */
public final class WanNames {
  /** The parameter for a link in a request's path. */
  public static final Parameter LINK = Parameter.inPath("link", "The link: NY:LA is the direction from NY to LA, NY::LA is both "
      + "directions.");

  private final Wan wan;

  /** Creates a reader of names in a WAN. */
  public WanNames(Wan wan) {
    this.wan = wan;
  }

  private ImmutableList<LinkId> known() {
    return wan.links().stream().map(Link::id).collect(ImmutableList.toImmutableList());
  }

  /**
   * Reads a link.
   *
   * @throws Problem 400 that names the parameter, if the text is not a link
   */
  public LinkChoice link(String parameter, String text) {
    try {
      return WanNotation.link(text, this::known);
    } catch (IllegalArgumentException e) {
      throw Problem.badParameter(parameter, Failures.inWords(e));
    }
  }

  /**
   * Reads a path.
   *
   * @throws Problem 400 that names the parameter, if the text is not a path
   */
  public Path path(String parameter, String text) {
    try {
      return WanNotation.path(text, this::known);
    } catch (IllegalArgumentException e) {
      throw Problem.badParameter(parameter, Failures.inWords(e));
    }
  }

  /**
   * Returns the link in a request's path, which may be both directions.
   *
   * @throws Problem 404 if there is no such link
   */
  public LinkChoice link(Call call) {
    LinkChoice link;
    try {
      link = WanNotation.link(call.text(LINK.name()), this::known);
    } catch (IllegalArgumentException e) {
      throw Problem.notFound(Failures.inWords(e));
    }
    if (wan.link(link.link()).isEmpty()) {
      throw Problem.notFound("no link " + link.link() + " in " + wan.name() + (wan.contains(link.link().from())
          ? "; its links from " + link.link().from() + " are " + wan.linksFrom(link.link().from()).stream().map(Link::id).toList() : ""));
    }
    return link;
  }

  /**
   * Returns the links to which a query limits its answer: one direction, or both; empty if the query names none.
   *
   * @throws Problem 400 if there is no such link
   */
  public Optional<List<LinkId>> over(Call call) {
    return call.find("link").map(text -> {
      LinkChoice link = link("link", text);
      if (wan.link(link.link()).isEmpty()) {
        throw Problem.badParameter("link", "no link " + link.link() + " in " + wan.name() + "; GET /api/v1/links lists them");
      }
      return link.links();
    });
  }
}
