/**
 * Coded errors. Each failure that a user can see has an {@code ErrorCode}, from which
 * docs/errors.md is generated, and is thrown as an {@code FtmpjException}.
 */
package org.ftmpj.common.error;
