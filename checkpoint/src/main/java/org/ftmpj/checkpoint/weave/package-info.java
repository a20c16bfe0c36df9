/**
 * Makes methods of the program resumable: finds those that may reach a call of MPI ({@link
 * org.ftmpj.checkpoint.weave.Reach}), has them give their values away when the stack is captured,
 * and adds a twin of each that goes on in the middle ({@link
 * org.ftmpj.checkpoint.weave.TwinWeaver}).
 */
package org.ftmpj.checkpoint.weave;
