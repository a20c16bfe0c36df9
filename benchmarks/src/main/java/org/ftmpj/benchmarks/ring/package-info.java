/**
 * Processes on a ring that pass tokens on while some of them are killed (Bland, "Enabling
 * Application Resilience", section V.B). Begin with {@link org.ftmpj.benchmarks.ring.Ring}.
 */
package org.ftmpj.benchmarks.ring;
