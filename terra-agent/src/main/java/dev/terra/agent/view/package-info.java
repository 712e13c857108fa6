/** What an agent tells about itself: immutable views that anybody may read, and their figures. */
package dev.terra.agent.view;
