/** Plans that weigh money against time: what the bytes of one shuffle cost over priced links, and what less time costs more. */
@NullMarked
package dev.terra.schedule.cost;

import org.jspecify.annotations.NullMarked;
