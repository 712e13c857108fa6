/** What an endpoint is: typed, described, and independent of what carries its requests. */
@NullMarked
package dev.terra.rest.api;

import org.jspecify.annotations.NullMarked;
