/** What the controller publishes: immutable views of its whole state, and the changes between them. */
@NullMarked
package dev.terra.controller.view;

import org.jspecify.annotations.NullMarked;
