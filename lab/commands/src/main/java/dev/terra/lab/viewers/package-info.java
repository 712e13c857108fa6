/** What those who watch a controller cost it. */
package dev.terra.lab.viewers;
