import { answerQuestion } from './handle-highlight-request.ts'

self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  for (const answer of answerQuestion(data)) self.postMessage(answer)
})
