/**
 * Files of tests run in threads of one process, where a BroadcastChannel reaches all of them as if they were tabs of
 * one browser: a database that one file cleared was announced to the live queries of another, whose notifications it
 * stopped, because the announced range of keys is no array any more after it was cloned between the contexts of Node.
 */
const file = crypto.randomUUID()

globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(`${name} of ${file}`)
  }
}
