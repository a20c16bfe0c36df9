/**
 * The bytes of a connection: as TCP brings them, or in TLS. Begin with {@link
 * org.ftmpj.network.wire.Wire}.
 */
package org.ftmpj.network.wire;
