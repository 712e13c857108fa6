/** What the views of controller and agents have in common: how severe events are, and how metrics move. */
@NullMarked
package dev.terra.core.view;

import org.jspecify.annotations.NullMarked;
