/** Plans that weigh money against time: what the bytes of one shuffle cost over priced links, and how much more a shorter time costs. */
@NullMarked
package dev.terra.schedule.cost;

import org.jspecify.annotations.NullMarked;
