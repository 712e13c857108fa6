/** The history's file: an SQLite database, its tables, and how they are kept small. */
@NullMarked
package dev.terra.history.store;

import org.jspecify.annotations.NullMarked;
