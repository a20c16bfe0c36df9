/** Time limits and pauses. */
package org.ftmpj.common.time;
