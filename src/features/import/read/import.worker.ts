import { createImportRequestHandler } from './handle-import-request.ts'

const receive = createImportRequestHandler((event) => self.postMessage(event))
self.addEventListener('message', ({ data }: MessageEvent<unknown>) => receive(data))
