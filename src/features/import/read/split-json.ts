import { ImportError } from './import-error.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** What stands between two separators: an item of a list, a key, its value, or nothing after a list of the root. */
type Mode = 'before' | 'item' | 'key' | 'value' | 'after list' | 'end'

interface SplitOptions {
  /** Values of other keys of the root object are not stored; an item of a root list has the key ''. */
  wants: (key: string) => boolean
  /** Called in order with each item of a root list, each item of a list in the root object, and each other value. */
  onValue: (key: string, json: string, bytes: number) => void
  /** Called instead of `onValue` for a value of more bytes than `max`, which is not stored either. */
  onTooLarge: (key: string) => void
  max: number
}

/**
 * Splits JSON into the values below its root while it is being read, so that only one of them is in memory. It looks
 * for the separators only; `JSON.parse` on each value checks the rest, which is several times faster than a parser that
 * is written in JavaScript. Throws ImportError.
 */
export class JsonSplitter {
  readonly #options: SplitOptions
  #mode: Mode = 'before'
  #level = 0
  /** The level at which separators count: 2 in a list of the root object. */
  #container = 1
  #isObject = false
  #key = ''
  #inString = false
  #escaped = false
  /** Whether nothing but white space was read since the last separator. */
  #blank = true
  #isFirst = true
  #stored: Uint8Array[] = []
  #size = 0

  constructor(options: SplitOptions) {
    this.#options = options
  }

  /** Whether the root is an object. */
  get isObject(): boolean {
    return this.#isObject
  }

  write(chunk: Uint8Array): void {
    let from = 0
    let inString = this.#inString
    let escaped = this.#escaped
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]
      if (inString) {
        if (escaped) escaped = false
        else if (byte === BACKSLASH) escaped = true
        else if (byte === QUOTE) inString = false
        continue
      }
      if (byte === undefined || byte <= 0x20) continue
      if (this.#level === 0) {
        if (isMark(byte) && this.#mode === 'before') continue
        this.#openRoot(byte)
        from = at + 1
        continue
      }
      const isOuter = this.#level === this.#container
      if (isOuter && (byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT)) {
        this.#end(chunk.subarray(from, at), byte)
        from = at + 1
      } else if (isOuter && byte === COLON && this.#mode === 'key') {
        this.#key = String(parse(this.#take(chunk.subarray(from, at))))
        this.#mode = 'value'
        from = at + 1
      } else if (isOuter && byte === OPEN_LIST && this.#mode === 'value' && this.#blank) {
        this.#take(chunk.subarray(from, at))
        this.#mode = 'item'
        this.#isFirst = true
        this.#level = 2
        this.#container = 2
        from = at + 1
      } else {
        this.#blank = false
        if (byte === QUOTE) inString = true
        else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#level += 1
        else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#level -= 1
      }
    }
    this.#inString = inString
    this.#escaped = escaped
    if (this.#level > 0) this.#store(chunk.subarray(from))
  }

  /** Call it when everything was written: throws for a file that has been cut. */
  end(): void {
    if (this.#mode === 'before') throw new ImportError('unknown_file')
    if (this.#mode !== 'end') throw new ImportError('broken_json')
  }

  #openRoot(byte: number): void {
    if (this.#mode === 'end') throw new ImportError('broken_json')
    if (byte !== OPEN_LIST && byte !== OPEN_OBJECT) throw new ImportError('unknown_file')
    this.#isObject = byte === OPEN_OBJECT
    this.#mode = this.#isObject ? 'key' : 'item'
    this.#level = 1
  }

  /** Ends the current value at a separator of the level that counts, and says what follows. */
  #end(last: Uint8Array, separator: number): void {
    const mode = this.#mode
    const isClosing = separator !== COMMA
    const isBlank = this.#blank
    const isInList = mode === 'item'
    if (isClosing && (separator === CLOSE_LIST) !== isInList) throw new ImportError('broken_json')
    const bytes = this.#size + last.length
    const json = this.#take(last)
    if (mode === 'key' || mode === 'after list' || isBlank) {
      const isEmpty = isBlank && isClosing && this.#isFirst && mode !== 'value'
      if (!isEmpty && !(mode === 'after list' && isBlank)) throw new ImportError('broken_json')
    } else if (this.#options.wants(this.#key)) {
      if (bytes > this.#options.max) this.#options.onTooLarge(this.#key)
      else this.#options.onValue(this.#key, json, bytes)
    }
    this.#isFirst = false
    if (!isClosing) {
      if (mode !== 'item') this.#mode = 'key'
      return
    }
    this.#level -= 1
    this.#mode = this.#container === 2 ? 'after list' : 'end'
    this.#container = 1
  }

  #store(bytes: Uint8Array): void {
    this.#size += bytes.length
    const isWanted = this.#mode === 'key' || this.#options.wants(this.#key)
    if (isWanted && this.#size <= this.#options.max) this.#stored.push(bytes)
    else this.#stored = []
  }

  /** Everything since the last separator; empty when it is not wanted or too large. */
  #take(last: Uint8Array): string {
    this.#store(last)
    const decoder = new TextDecoder()
    const text = this.#stored.map((bytes) => decoder.decode(bytes, { stream: true })).join('') + decoder.decode()
    this.#stored = []
    this.#size = 0
    this.#blank = true
    return text
  }
}

/** Parses JSON of a file. Throws ImportError. */
export function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new ImportError('broken_json', { cause })
  }
}

/** Whether it is a byte of the byte order mark, with which some programs begin a file in UTF-8. */
const isMark = (byte: number): boolean => byte === 0xef || byte === 0xbb || byte === 0xbf
