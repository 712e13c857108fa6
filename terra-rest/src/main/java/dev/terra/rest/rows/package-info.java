/** What answers are made of: one record for each JSON object. Times are UTC, sizes bytes, rates bytes per second. */
package dev.terra.rest.rows;
