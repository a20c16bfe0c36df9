package org.ftmpj.benchmarks;

/**
 * What is measured, in every variant.
 *
 * @param series rows of one series are the points of one line in a plot
 * @param title tells the rows of a series apart
 * @param x place on the horizontal axis of a plot, 0 if there is none
 * @param unit of the values, such as {@code µs} or {@code s}; empty if they are numbers of
 *     something
 */
record Row(String series, String title, double x, String unit) {}
