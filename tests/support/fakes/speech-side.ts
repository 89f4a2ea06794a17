import type { IncomingMessage, ServerResponse } from 'node:http'

interface SeenRecording {
  model: unknown
  language: unknown
  response_format: unknown
  file: { name: string; type: string; size: number } | null
  authorization: string | undefined
}

interface SeenSpeech {
  model: unknown
  input: string
  voice: unknown
  response_format: unknown
}

/** The speech endpoints of the model server. */
export interface SpeechSide {
  /** What recordings are transcribed to, in order; the last one also for all later recordings. */
  heard: string[]
  /** Responds instead, for a server that fails. */
  respond: ((response: ServerResponse) => void) | null
  recordings: SeenRecording[]
  spoken: SeenSpeech[]
}

const SECRET = 'a secret of the provider'

/** OpenAI's `/audio/transcriptions` (a multipart form) and `/audio/speech` (JSON, answered with silence in MP3). */
export function createSpeechSide() {
  const side: SpeechSide = { heard: ['Hello there'], respond: null, recordings: [], spoken: [] }

  async function transcribe(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const type = request.headers['content-type'] ?? ''
    const form = await new Response(await readBytes(request), { headers: { 'content-type': type } }).formData()
    const file = form.get('file')
    const { authorization } = request.headers
    side.recordings.push({
      model: form.get('model'),
      language: form.get('language'),
      response_format: form.get('response_format'),
      file: file instanceof File ? { name: file.name, type: file.type, size: file.size } : null,
      authorization,
    })
    if (side.respond) return side.respond(response)
    if (!(file instanceof File) || form.get('model') === null) return refuse(response)
    const [text = ''] = side.heard.length > 1 ? side.heard.splice(0, 1) : side.heard
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text }))
  }

  async function speak(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = JSON.parse(Buffer.from(await readBytes(request)).toString()) as SeenSpeech
    side.spoken.push(asked)
    if (side.respond) return side.respond(response)
    if (!asked.input || !asked.model || !asked.voice || asked.response_format !== 'mp3') return refuse(response)
    response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(silentMp3)
  }

  return { side, transcribe, speak }
}

function refuse(response: ServerResponse): void {
  response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message: SECRET } }))
}

/** A frame of MPEG-1 layer III at 128 kbit/s and 44.1 kHz has 417 bytes; with zeros after its header it is silent. */
const frame = Buffer.alloc(417)
frame.set([0xff, 0xfb, 0x90, 0x64])
/** A quarter of a second. */
const silentMp3 = Buffer.concat(Array.from({ length: 10 }, () => frame))

async function readBytes(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return new Uint8Array(Buffer.concat(parts))
}
