import { withTimeout } from '#lib/timing/with-timeout.ts'

/** Some browsers leave the promise of `resume` open while they do not let the page use its audio. */
const RUNS_WITHIN_MS = 5_000

/**
 * Resumes an audio context that does not run: WebKit on iOS interrupts it while the app is in the background, and then it
 * neither measures nor makes sounds. Call it during a user gesture, which the browser may require. Throws DOMException
 * where the context does not run after that.
 */
export async function runAudio(audio: AudioContext): Promise<void> {
  const isRunning = () => audio.state === 'running'
  if (isRunning()) return
  await withTimeout(RUNS_WITHIN_MS, audio.resume())
  if (!isRunning()) throw new DOMException(`the audio is ${audio.state}`, 'InvalidStateError')
}
