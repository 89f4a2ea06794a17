import * as calls from '#contract/endpoints/speech.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { sendSpeech } from './speech.http.ts'
import { speak } from './use-cases/speak.ts'
import { transcribe } from './use-cases/transcribe.ts'

export function speechRoutes(dependencies: Dependencies): Route[] {
  return [
    route(calls.transcribe, {
      owns: 'self',
      limit: 'transcribe',
      handle: async ({ caller, query: { language }, body, signal }) => ({
        status: 200,
        body: { text: await transcribe(dependencies, caller, { audio: body, language, signal }) },
      }),
    }),
    route(calls.speak, {
      owns: 'self',
      limit: 'speak',
      handle: async ({ caller, body: { text, language }, signal }) =>
        sendSpeech(await speak(dependencies, caller, { text, language, signal })),
    }),
  ]
}
