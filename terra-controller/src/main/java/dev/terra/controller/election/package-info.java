/** The election of the one of several controllers that leads. */
@NullMarked
package dev.terra.controller.election;

import org.jspecify.annotations.NullMarked;
