/** What the views of controller and agents have in common: how severe events are, and how metrics move. */
package dev.terra.core.view;
