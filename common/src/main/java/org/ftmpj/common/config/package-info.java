/**
 * The options of a job ({@code Options}), how they are given, and what they resolve to ({@code
 * Configuration}).
 */
package org.ftmpj.common.config;
