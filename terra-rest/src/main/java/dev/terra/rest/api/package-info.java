/** Endpoints as typed descriptions that do not depend on how requests are carried. */
@NullMarked
package dev.terra.rest.api;

import org.jspecify.annotations.NullMarked;
