/** The certificates that the controller trusts where it is the client. */
@NullMarked
package dev.terra.controller.trust;

import org.jspecify.annotations.NullMarked;
