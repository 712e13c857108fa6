/** What the controller publishes: immutable views of all it knows, and the changes between them. */
@NullMarked
package dev.terra.controller.view;

import org.jspecify.annotations.NullMarked;
