import type { Tokens } from '#contract/objects/user.ts'

/** The tokens of one signed-in person. */
export interface Grant extends Tokens {
  /** Id of the person. */
  readonly userId: number
}

/** Where the client finds and keeps tokens; the page and the worker each have one over the same record. */
export interface TokenSource {
  /** Who is signed in as far as this context knows; cheap. */
  read(): Promise<Grant | null>
  /** The same from the shared record, which other contexts write; called inside the refresh lock. */
  reread(): Promise<Grant | null>
  /** Keeps the answer of a refresh made with `used`; returns what is valid now, null when that person has left. */
  replace(used: Grant, next: Tokens): Promise<Grant | null>
  /** The server definitely refused to refresh `used`: ends the session if it is still the current one. */
  refused(used: Grant): Promise<void>
}
