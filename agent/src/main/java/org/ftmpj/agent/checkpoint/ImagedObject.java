package org.ftmpj.agent.checkpoint;

/** An object of FTMPJ that is part of a heap image because the program's objects refer to it. */
public interface ImagedObject {}
