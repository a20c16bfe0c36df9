/** Metrics for Prometheus, served over HTTP. Used if asked for only; the agent's jar lacks them. */
package org.ftmpj.logger.metrics;
