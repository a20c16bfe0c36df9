/** Durability level {@code process}: determinants in mapped files, which the event logger tails. */
package org.ftmpj.logger.local;
