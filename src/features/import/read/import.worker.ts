import { createImporter } from './handle-import-request.ts'

const receive = createImporter((event) => self.postMessage(event))
self.addEventListener('message', ({ data }: MessageEvent<unknown>) => receive(data))
