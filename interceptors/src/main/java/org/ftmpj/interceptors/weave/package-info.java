/**
 * Changes classes as they are loaded: doorways in MPJ Express ({@link
 * org.ftmpj.interceptors.weave.MpjAdvice}), call sites in the program ({@link
 * org.ftmpj.interceptors.weave.ProgramWeaving}). All of them lead to {@link
 * org.ftmpj.interceptors.bridge.Bridge}.
 */
package org.ftmpj.interceptors.weave;
