import type { HttpBindings } from '@hono/node-server'
import type { Language } from '#contract/primitives.ts'

/** What the middleware knows of a request, for logs, metrics and errors. */
export interface HttpEnv {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    /** The contract's name of the call, or what else it is: `static`, `health`. */
    callName: string
    userId: number | undefined
    language: Language
  }
}
