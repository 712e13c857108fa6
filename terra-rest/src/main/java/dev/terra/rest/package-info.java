/** The controller's HTTP interface. */
@NullMarked
package dev.terra.rest;

import org.jspecify.annotations.NullMarked;
