/**
 * What several event loggers agree on for the coordinator of a job: who it is, and what the next
 * one has to know. Pure, but for {@code LoggersAgreement}, which asks loggers; how they come to
 * agree is module {@code coordinator}'s.
 */
package org.ftmpj.logger.agreement;
