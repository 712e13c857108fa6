/**
 * The queue of an application: the one that YARN placed it in, or the one that its job claims.
 */
@NullMarked
package dev.terra.controller.core.queue;

import org.jspecify.annotations.NullMarked;
