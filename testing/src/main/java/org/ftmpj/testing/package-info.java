/** Helpers of the tests of all modules. */
package org.ftmpj.testing;
