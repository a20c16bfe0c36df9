/** What a rank does, as events of the JDK's flight recorder. Loaded with {@code jfr=true} only. */
package org.ftmpj.agent.flight;
