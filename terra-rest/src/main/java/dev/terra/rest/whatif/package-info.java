/** What would be if links, sites or capacities were others: the same scheduling, off the controller's thread, and nothing is applied. */
@NullMarked
package dev.terra.rest.whatif;

import org.jspecify.annotations.NullMarked;
