/** Tables: their columns, their rows, and which site has which rows. */
package dev.terra.workloads.data;
