/**
 * A rank that MPJ Express's own launcher has started: this process becomes the supervisor of the
 * rank, and runs it as a child.
 */
package org.ftmpj.agent.mpjrun;
