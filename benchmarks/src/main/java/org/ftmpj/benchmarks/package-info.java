/**
 * {@code ftmpj bench}: measures FTMPJ beside stock MPJ Express in the same session, and writes a
 * report with medians and ratios.
 */
package org.ftmpj.benchmarks;
