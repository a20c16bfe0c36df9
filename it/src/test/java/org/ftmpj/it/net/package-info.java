/**
 * Hosts on one machine: network namespaces with links that lose, are slow, or are cut. Begin with
 * {@link org.ftmpj.it.net.TestHosts}.
 */
package org.ftmpj.it.net;
