/** The file: an SQLite database, its tables, and how they are kept small. */
package dev.terra.history.store;
