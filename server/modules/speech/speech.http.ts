/** Speech as it arrives from the service. */
export function sendSpeech(audio: ReadableStream<Uint8Array>): Response {
  return new Response(audio, {
    headers: {
      'Content-Type': 'audio/mpeg',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  })
}
