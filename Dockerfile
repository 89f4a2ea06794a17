# Builds the app and the server's packages, with the tools for it; nothing of this stage is in the image but what is copied.
FROM docker.io/library/node:24-bookworm-slim AS build
WORKDIR /companion
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit
COPY . .
RUN npm run build
# Only what the server runs: without build tools, type definitions, source maps and sources of packages.
RUN npm prune --omit=dev --no-audit \
  && rm -rf node_modules/typescript node_modules/@typescript node_modules/ai/src node_modules/zod/src \
  && rm -rf node_modules/@opentelemetry/*/build/esm node_modules/@opentelemetry/*/build/esnext \
  && find node_modules \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' -o -name '*.md' \) -delete \
  && mkdir -p /empty

# Node and the libraries that it needs: no shell, no package manager. User 65532.
FROM gcr.io/distroless/nodejs24-debian12:nonroot
WORKDIR /companion
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=build /companion/node_modules ./node_modules
COPY --from=build /companion/package.json ./
COPY --from=build /companion/dist ./dist
COPY --from=build /companion/dist-server ./dist-server
COPY --from=build /companion/src/contract ./src/contract
COPY --from=build /companion/scripts/admin-create.ts /companion/scripts/admin-reset-factors.ts /companion/scripts/db-backup.ts /companion/scripts/db-check.ts /companion/scripts/db-copy.ts /companion/scripts/db-restore.ts /companion/scripts/db-verify.ts ./scripts/
COPY --from=build /companion/scripts/admin ./scripts/admin
COPY --from=build /companion/scripts/backup ./scripts/backup
COPY --from=build /companion/scripts/command ./scripts/command
COPY --from=build /companion/scripts/upgrade ./scripts/upgrade
COPY --from=build /companion/server ./server
COPY --from=build --chown=65532:65532 /empty /data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["/nodejs/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["dist-server/main.js"]
