/**
 * The agreement of several event loggers for the coordinator of a job: its identity, and its notes
 * for its successor. Pure. {@code LoggersAgreement} of the clients asks loggers; module {@code
 * coordinator} makes them agree, and is loaded when it is first needed.
 */
package org.ftmpj.logger.agreement;
