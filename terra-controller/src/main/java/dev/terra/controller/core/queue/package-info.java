/** The queue of an application: the one in which YARN placed it, or the one that its job claims. */
@NullMarked
package dev.terra.controller.core.queue;

import org.jspecify.annotations.NullMarked;
