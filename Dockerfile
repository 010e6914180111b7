# The base is pinned, for amd64 and arm64.  To update it: `docker buildx imagetools inspect python:3.12-slim`
# prints the newest digest; `--build-arg BASE=…` tries another one.
ARG BASE=python:3.12-slim@sha256:78387bc3881b8273120a12ebe6c1ab22b018ccc2c9adf565ae1ac9b536e184ea
FROM ${BASE} AS build
COPY constraints-runtime.txt .
RUN python -m venv --without-pip /venv \
 && pip --python /venv/bin/python install --no-cache-dir --require-hashes -r constraints-runtime.txt
COPY engine /hob/engine
COPY db /hob/db
COPY bot /hob/bot
COPY cogs /hob/cogs
# The commit comes from the part of .git that .dockerignore admits, if any; LICENSE ensures that COPY has a file.
COPY LICENSE .gi[t] /hob/.git/
# The number of a release: --build-arg VERSION=0.2.0
ARG VERSION=
# The image is read-only when it runs: without bytecode each start would recompile all of Hob, which takes seconds.
RUN cd /hob \
 && python -m bot.process.version "$VERSION" > /tmp/build.json && mv /tmp/build.json bot/process/build.json \
 && mv .git/LICENSE . && rm -rf .git \
 && python -m compileall -q -j 0 --invalidation-mode unchecked-hash /hob \
 && printf '#!/bin/sh\nexec python -m bot "$@"\n' > /venv/bin/hob && chmod 755 /venv/bin/hob

FROM ${BASE}
LABEL org.opencontainers.image.title="Hob" org.opencontainers.image.licenses="MIT"
RUN groupadd --gid 10001 hob && useradd --uid 10001 --gid hob --no-log-init --home-dir /data --shell /usr/sbin/nologin hob \
 && install -d -o hob -g hob -m 700 /data \
 && python -m pip uninstall --yes --quiet --root-user-action=ignore pip \
 && python -c "import ensurepip, shutil; shutil.rmtree(ensurepip.__path__[0])"
COPY --from=build /venv /venv
COPY --from=build /hob /hob
ENV PATH=/venv/bin:$PATH PYTHONPATH=/hob PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 HOB_DATA=/data
# glibc returns freed memory to the system sooner: see docs/operating/capacity.md.
ENV MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=65536 MALLOC_TRIM_THRESHOLD_=131072
USER hob
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["hob", "health"]
# `hob run` backs up and migrates an older database before the bot logs in; no other command does.
ENTRYPOINT ["hob"]
CMD ["run"]
