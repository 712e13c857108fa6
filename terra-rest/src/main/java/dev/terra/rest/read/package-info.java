/** What the controller knows as rows, made on the thread that asks. */
package dev.terra.rest.read;
