import { vi } from 'vitest'

/** A fake of the browser's speech recognition: it hears what the test says, and ends when it is stopped. */
export class FakeRecognition {
  /** The error with which each one fails when it is started; null: none. */
  static error: string | null = null
  static #last: FakeRecognition | null = null

  lang = ''
  continuous = false
  interimResults = false
  onresult: ((event: unknown) => void) | null = null
  onerror: ((event: unknown) => void) | null = null
  onend: (() => void) | null = null
  start = vi.fn(() => {
    const { error } = FakeRecognition
    if (error !== null) queueMicrotask(() => this.fail(error))
  })
  abort = vi.fn()
  stop = vi.fn(() => this.onend?.())

  constructor() {
    FakeRecognition.#last = this
  }

  /** The one that was created last. */
  static get last(): FakeRecognition {
    if (FakeRecognition.#last === null) throw new Error('No speech recognition was created')
    return FakeRecognition.#last
  }

  /** Forgets the ones of earlier tests. */
  static reset(): void {
    FakeRecognition.#last = null
    FakeRecognition.error = null
  }

  hear(transcript: string, isFinal = false): void {
    this.onresult?.({ resultIndex: 0, results: [{ isFinal, 0: { transcript } }] })
  }

  fail(error: string): void {
    this.onerror?.({ error })
    this.onend?.()
  }
}
