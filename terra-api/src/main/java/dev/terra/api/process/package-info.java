/** What keeps a process at its work whatever one task throws, and how it ends when it cannot go on. */
@NullMarked
package dev.terra.api.process;

import org.jspecify.annotations.NullMarked;
