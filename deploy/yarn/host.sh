#!/bin/sh
# A host of a job as a container of YARN's distributed shell, which numbers containers from 1 and gives none its number
# again. See docs/clusters.md.
#   host.sh LAUNCHER:PORT SECRET-FILE
set -eu
exec "${FTMPJ:-/opt/ftmpj/ftmpj}" hostd --join "$1" --number "$YARN_SHELL_ID" --secret-file "$2"
