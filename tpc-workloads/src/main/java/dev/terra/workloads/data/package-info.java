/** Tables: their columns, their rows, and which site has which of them. */
package dev.terra.workloads.data;
