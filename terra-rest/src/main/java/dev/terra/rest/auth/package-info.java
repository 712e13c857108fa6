/** Who may do what. */
@NullMarked
package dev.terra.rest.auth;

import org.jspecify.annotations.NullMarked;
