/** Recurring jobs that learn (Zeus, NSDI 2023), on the measurements that its authors published. */
@NullMarked
package dev.terra.reproduce.zeus;

import org.jspecify.annotations.NullMarked;
