import type { Tokens } from '#contract/objects/user.ts'

/** The tokens of a signed-in user. */
export interface Grant extends Tokens {
  readonly userId: number
}

/** Where the client reads and stores tokens; the page and the worker have one each, over the same record. */
export interface TokenSource {
  /** The signed-in user's grant as this context knows it; cheap. */
  read(): Promise<Grant | null>
  /** Reads the grant from the shared record, which other contexts write; called inside the refresh lock. */
  reread(): Promise<Grant | null>
  /** Stores the tokens of a refresh made with `used`; returns the valid grant, null when that user has signed out. */
  replace(used: Grant, next: Tokens): Promise<Grant | null>
  /** The server has refused to refresh `used`: ends the session if it is still the current one. */
  refused(used: Grant): Promise<void>
}
