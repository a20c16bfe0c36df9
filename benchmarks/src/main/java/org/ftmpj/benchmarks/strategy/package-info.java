/** A model of jobs that fail at random, for what no benchmark can wait for. */
package org.ftmpj.benchmarks.strategy;
