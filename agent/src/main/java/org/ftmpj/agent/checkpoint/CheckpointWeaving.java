package org.ftmpj.agent.checkpoint;

import org.ftmpj.agent.process.MainClass;
import org.ftmpj.checkpoint.bridge.MainDriver;
import org.ftmpj.checkpoint.frame.Checkpointing;
import org.ftmpj.checkpoint.frame.KnownSites;
import org.ftmpj.checkpoint.frame.ProgramFrames;
import org.ftmpj.checkpoint.image.FieldWriter;
import org.ftmpj.checkpoint.weave.Reach;
import org.ftmpj.checkpoint.weave.TwinWeaver;
import org.ftmpj.checkpoint.weave.ZipMakers;
import org.ftmpj.interceptors.weave.ClassChange;

/**
 * Rewrites the program's classes, so that its stack can be captured and restored.
 *
 * @param change rewrites them
 * @param frames the target of their calls
 */
record CheckpointWeaving(ClassChange change, ProgramFrames frames) {

  /** To be called once, before a class of the program is loaded. */
  static CheckpointWeaving begin(Checkpointing checkpointing, Reach reach) {
    KnownSites known = new KnownSites();
    MessageSites sites = new MessageSites();
    ProgramFrames frames =
        new ProgramFrames(
            checkpointing,
            known,
            new FieldWriter(),
            type ->
                type.getClassLoader() == MainDriver.loader()
                    && sites.isProgram(type.getName().replace('.', '/')));
    frames.install();
    String launched = MainClass.ofThisProcess();
    TwinWeaver weaver =
        new TwinWeaver(
            launched == null ? null : launched.replace('.', '/'),
            sites,
            reach,
            known,
            checkpointing::isInitialised);
    return new CheckpointWeaving(
        (loader, name, classFile, main) -> rewrite(weaver, loader, name, classFile, main), frames);
  }

  private static byte[] rewrite(
      TwinWeaver weaver, ClassLoader loader, String name, byte[] classFile, boolean main) {
    byte[] zips = ZipMakers.rewrite(classFile);
    byte[] twins = weaver.rewrite(loader, name, zips == null ? classFile : zips, main);
    return twins == null ? zips : twins;
  }
}
