/** Jobs whose ranks run on several hosts. Begin with {@link org.ftmpj.launcher.hosts.HostsJob}. */
package org.ftmpj.launcher.hosts;
