package org.ftmpj.interceptors.bridge.value;

import java.io.IOException;
import java.io.OutputStream;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** A jar of the program: its constructor begins an entry by itself, that of the manifest. */
public class StampedJarOutputStream extends JarOutputStream {

  public StampedJarOutputStream(OutputStream out) throws IOException {
    super(out);
  }

  public StampedJarOutputStream(OutputStream out, Manifest manifest) throws IOException {
    super(out, manifest);
  }

  @Override
  public void putNextEntry(ZipEntry entry) throws IOException {
    Stamps.stamp(entry);
    super.putNextEntry(entry);
  }
}
