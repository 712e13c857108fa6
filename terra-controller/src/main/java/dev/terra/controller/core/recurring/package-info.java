/** Jobs that recur: which runs belong to one job, what each of them tries, and what it costs. */
@NullMarked
package dev.terra.controller.core.recurring;

import org.jspecify.annotations.NullMarked;
