/**
 * Determinants and their codec, and the port to the event log that stores them ({@code EventLog}).
 */
package org.ftmpj.protocol.event;
