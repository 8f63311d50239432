# The desk alone; compose.yaml sets PostgreSQL and Redis beside it.
FROM node:24-slim AS built
WORKDIR /purser
COPY . .
# An installation runs no script of any package. The second builds the console and the server's database files.
RUN npm ci && npm run prepare && npm prune --omit=dev

FROM node:24-slim
WORKDIR /purser
# Whoever gets in as the user that runs it cannot change its code.
COPY --from=built /purser /purser
RUN mkdir /data && chown node:node /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
USER node
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# What `npm start` runs, but without npm in between: node itself receives the signals, so that a stop is a clean one.
CMD ["sh", "server/start.sh"]
