/** For job masters that know their shuffles: submit them, change them, hear when they are done. */
package dev.terra.api.client;
