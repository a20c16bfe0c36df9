/** Durability level {@code host}: determinants acknowledged by a remote event logger. */
package org.ftmpj.logger.client;
