import { runAudio } from './run-audio.ts'

/** An open microphone. */
export interface Microphone {
  stream: MediaStream
  /** The level now: root mean square, 0 to 1. */
  level(): number
  close(): void
}

/** Opens the microphone, with the echo of the loudspeaker cancelled as far as the device can. Throws DOMException. */
export async function openMicrophone(audio: AudioContext): Promise<Microphone> {
  await runAudio(audio)
  const constraints = { echoCancellation: true, noiseSuppression: true, autoGainControl: true }
  const stream = await navigator.mediaDevices.getUserMedia({ audio: constraints })
  const stopTracks = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  try {
    return measure(audio, stream, stopTracks)
  } catch (error) {
    stopTracks()
    throw error
  }
}

function measure(audio: AudioContext, stream: MediaStream, stopTracks: () => void): Microphone {
  const source = audio.createMediaStreamSource(stream)
  const analyser = audio.createAnalyser()
  analyser.fftSize = 1024
  source.connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    stream,
    level: () => {
      analyser.getFloatTimeDomainData(samples)
      return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
    },
    close: () => {
      source.disconnect()
      stopTracks()
    },
  }
}

/** Whether this browser can record, which needs a secure connection. */
export const canRecord = (): boolean =>
  typeof MediaRecorder === 'function' &&
  typeof AudioContext === 'function' &&
  typeof navigator.mediaDevices?.getUserMedia === 'function'
