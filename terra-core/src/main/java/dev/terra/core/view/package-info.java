/** Types that the views of the controller and of the agents share, such as events and metrics. */
@NullMarked
package dev.terra.core.view;

import org.jspecify.annotations.NullMarked;
