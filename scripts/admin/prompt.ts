import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

export interface Prompt {
  /** Reads a line of text; a hidden one is not echoed. Throws when the input has ended. */
  ask(question: string, options: { hidden: boolean }): Promise<string>
  close(): void
}

/** A terminal prompt; answers may also be piped in, one per line. */
export function createPrompt(input = process.stdin, output = process.stderr): Prompt {
  let hidden = false
  const echo = new Writable({
    write(chunk, _encoding, done) {
      if (!hidden) output.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input, output: echo, terminal: input.isTTY })
  const answers = lines[Symbol.asyncIterator]()
  lines.on('SIGINT', () => process.exit(130))
  return {
    async ask(question, options) {
      output.write(question)
      hidden = options.hidden
      const { value, done } = await answers.next()
      if (hidden) output.write('\n')
      hidden = false
      if (done) throw new Error('No answer was given')
      return value
    },
    close: () => lines.close(),
  }
}
