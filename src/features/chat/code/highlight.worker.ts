import { handleHighlightRequest } from './handle-highlight-request.ts'

self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  for (const answer of handleHighlightRequest(data)) self.postMessage(answer)
})
