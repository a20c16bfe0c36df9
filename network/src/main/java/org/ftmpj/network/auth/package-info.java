/**
 * The handshake between two hosts: who they are and what a connection is for, in the words of
 * {@link org.ftmpj.common.handshake.Protocol#HOSTS}. Begin with {@link
 * org.ftmpj.network.auth.Handshakes}.
 */
package org.ftmpj.network.auth;
