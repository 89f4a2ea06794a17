import type { HttpBindings } from '@hono/node-server'
import type { Language } from '#contract/primitives.ts'

/** What the middleware stores about a request, for logs, metrics and errors. */
export interface HttpEnv {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    /** The name of the call in the contract, or another kind of request: `static`, `health`. */
    callName: string
    userId: number | undefined
    language: Language
  }
}
