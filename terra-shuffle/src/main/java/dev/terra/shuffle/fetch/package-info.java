/** What a reducer's request means and what may be done with it. */
package dev.terra.shuffle.fetch;
