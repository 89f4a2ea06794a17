import { NetworkError } from './errors.ts'

/** Reads the whole body; one that is cut off is a NetworkError. The client adds the message. */
export async function readText(response: Response): Promise<string> {
  try {
    return await response.text()
  } catch (cause) {
    throw new NetworkError('', { cause })
  }
}
