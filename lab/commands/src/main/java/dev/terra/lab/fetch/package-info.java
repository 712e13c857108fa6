/**
 * Fetches by shuffle handlers without YARN: what those cost that Terra does not carry ({@code ./terra bench fetch}), how long they take
 * beside what it carries ({@code ./terra verify classes}), and where those have been that it carries ({@code ./terra verify residency}).
 */
package dev.terra.lab.fetch;
