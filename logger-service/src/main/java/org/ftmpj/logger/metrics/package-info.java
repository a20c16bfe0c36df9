/**
 * Metrics for Prometheus, served over HTTP, only if the option is set; the agent's jar lacks them.
 */
package org.ftmpj.logger.metrics;
