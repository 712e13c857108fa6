/** Who changed what, and who tried to. */
package dev.terra.rest.audit;
