/** Collections that do not keep objects of the program alive. */
package org.ftmpj.common.memory;
