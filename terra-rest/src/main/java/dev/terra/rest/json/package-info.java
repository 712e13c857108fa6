/** How records become JSON and back. */
package dev.terra.rest.json;
