FROM python:3.12-slim AS build
COPY constraints-runtime.txt .
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r constraints-runtime.txt

FROM python:3.12-slim
RUN useradd --system --uid 10001 --home-dir /data hob && install -d -o hob -g hob /data
COPY --from=build /venv /venv
COPY engine /hob/engine
COPY db /hob/db
COPY bot /hob/bot
COPY cogs /hob/cogs
ENV PATH=/venv/bin:$PATH PYTHONPATH=/hob PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 HOB_DATA=/data
USER hob
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["python", "-m", "bot", "health"]
# Migrations run when the database is opened, before the bot logs in.
ENTRYPOINT ["python", "-m", "bot"]
CMD ["run"]
