/** Jobs of many ranks in one thread: what a message costs as the ranks become more. */
package org.ftmpj.benchmarks.ranks;
