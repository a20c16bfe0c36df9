package org.ftmpj.agent;

import java.nio.file.*;

public final class ManualMain {
  public static void main(String[] a) throws Exception {
    Path d =
        a.length > 1 ? Files.createDirectories(Path.of(a[1])) : Files.createTempDirectory("job");
    RankProcess.Result r = RankProcess.in(d).set("FT_LOG_LEVEL", "debug").run(Class.forName(a[0]));
    System.out.println(
        r.status()
            + " "
            + r.exitRecord()
            + "\n--rawout\n"
            + r.rawOut()
            + "--rawerr\n"
            + r.rawErr()
            + "--out\n"
            + r.out()
            + "--err\n"
            + r.err());
  }
}
