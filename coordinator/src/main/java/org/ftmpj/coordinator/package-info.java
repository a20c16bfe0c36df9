/**
 * How several event loggers of a job agree: the state machine of {@code org.ftmpj.logger.agreement}
 * on Apache Ratis (Raft), in the processes of the loggers. Begin with {@link
 * org.ftmpj.coordinator.RatisCoordination}.
 */
package org.ftmpj.coordinator;
