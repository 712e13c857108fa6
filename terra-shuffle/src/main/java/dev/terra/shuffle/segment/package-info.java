/** The endpoint at which the site's agents read map outputs. */
package dev.terra.shuffle.segment;
