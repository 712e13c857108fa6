/** Classes that keep a process running whatever one task throws, and that end it when it cannot continue. */
@NullMarked
package dev.terra.api.process;

import org.jspecify.annotations.NullMarked;
