/**
 * The options of a job ({@code Options}), their sources, and their resolution ({@code
 * Configuration}).
 */
package org.ftmpj.common.config;
