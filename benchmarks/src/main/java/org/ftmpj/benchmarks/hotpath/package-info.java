/** JMH benchmarks of what each message passes, and how much of the heap it takes there. */
package org.ftmpj.benchmarks.hotpath;
