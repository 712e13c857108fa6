/** The controller over HTTP. */
@NullMarked
package dev.terra.rest;

import org.jspecify.annotations.NullMarked;
