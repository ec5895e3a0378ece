# A worker that plays trials of a queue: docker build -f server-config/worker.Dockerfile -t delver-worker .
FROM node:24-slim
WORKDIR /delver
COPY package.json package-lock.json .npmrc ./
# The image's own Node serves.
RUN npm ci --omit=dev --omit=optional && mkdir /work && chown node /work
COPY bin bin
COPY prompts prompts
COPY selector selector
COPY skills skills
COPY src src
USER node
ENTRYPOINT ["node", "bin/delver.js", "worker"]
