/** Which parts of Hadoop's map outputs the site's agents may read. */
package dev.terra.shuffle.segment;
