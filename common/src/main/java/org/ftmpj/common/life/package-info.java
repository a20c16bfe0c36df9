/**
 * Signs of life: of processes for others, and of a process's threads for itself. Begin with {@link
 * org.ftmpj.common.life.Silence}.
 */
package org.ftmpj.common.life;
