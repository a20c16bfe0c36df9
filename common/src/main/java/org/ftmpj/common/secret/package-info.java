/**
 * The secret of a job, and the proof that a process knows it. Begin with {@link
 * org.ftmpj.common.secret.Secret}.
 */
package org.ftmpj.common.secret;
