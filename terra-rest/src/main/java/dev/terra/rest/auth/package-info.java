/** The identity and the rights of callers. */
@NullMarked
package dev.terra.rest.auth;

import org.jspecify.annotations.NullMarked;
