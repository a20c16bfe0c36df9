/**
 * What several event loggers agree on for the coordinator of a job: who it is, and what the next
 * one has to know. Pure; {@code LoggersAgreement} of the clients asks loggers, how they come to
 * agree is module {@code coordinator}, which is loaded when it is first needed.
 */
package org.ftmpj.logger.agreement;
