/** What the controller publishes: immutable views of all it knows, and the changes between them. */
package dev.terra.controller.view;
