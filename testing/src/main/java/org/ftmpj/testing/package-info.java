/** What tests of all modules share. */
package org.ftmpj.testing;
