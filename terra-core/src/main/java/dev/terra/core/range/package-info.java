/** Which bytes of something have arrived, been sent or been acknowledged: ranges, never counts. */
package dev.terra.core.range;
