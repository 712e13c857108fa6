/**
 * What-if requests: the same scheduling with other links, sites or capacities, on another thread than the controller's. Nothing is
 * applied.
 */
@NullMarked
package dev.terra.rest.whatif;

import org.jspecify.annotations.NullMarked;
