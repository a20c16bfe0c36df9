/**
 * The secret of a job, and how a process proves that it knows it. Begin with {@link
 * org.ftmpj.common.secret.Secret}.
 */
package org.ftmpj.common.secret;
