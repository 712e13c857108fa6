/** Where the reducers of a stage run: sites are chosen together with the rates of the shuffle that follows from the choice. */
@NullMarked
package dev.terra.schedule.place;

import org.jspecify.annotations.NullMarked;
