import { NetworkError } from './errors.ts'

/** The whole body; a body that breaks off is a NetworkError, as if no answer had come. The client adds the words. */
export async function readText(response: Response): Promise<string> {
  try {
    return await response.text()
  } catch (cause) {
    throw new NetworkError('', { cause })
  }
}
