/**
 * The handshake between two hosts: their identities and the purpose of a connection, in the words
 * of {@link org.ftmpj.common.handshake.Protocol#HOSTS}. Begin with {@link
 * org.ftmpj.network.auth.Handshakes}.
 */
package org.ftmpj.network.auth;
