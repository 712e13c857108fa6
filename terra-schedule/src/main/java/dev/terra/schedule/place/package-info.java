/** Where the reducers of a stage run: sites are chosen together with the rates of the resulting shuffle. */
@NullMarked
package dev.terra.schedule.place;

import org.jspecify.annotations.NullMarked;
