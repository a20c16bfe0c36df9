/**
 * A rank that MPJ Express's own launcher has started: this process becomes the supervisor of the
 * rank, and runs it as a child. On several hosts that of a host's lowest rank leads the host.
 */
package org.ftmpj.mpjrun;
