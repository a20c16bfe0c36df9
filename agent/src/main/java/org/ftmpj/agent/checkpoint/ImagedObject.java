package org.ftmpj.agent.checkpoint;

/** An object of FTMPJ to which the program's objects refer, and which is in their image, too. */
public interface ImagedObject {}
