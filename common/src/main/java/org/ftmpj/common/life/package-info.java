/**
 * Signs of life: of processes, which others look for, and of the threads in one, which it looks for
 * itself. Begin with {@link org.ftmpj.common.life.Silence}.
 */
package org.ftmpj.common.life;
