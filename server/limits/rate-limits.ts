import { RESET_SECONDS } from '#contract/limits.ts'

/**
 * How often one may call, by name; every route names one. `address` limits count by the peer's
 * address, `account` by the signed-in user, `given` by what a service names (an e-mail address).
 * `shared` ones are counted in the database under keyed hashes, so that all processes count together,
 * the others in memory.
 */
export interface Limit {
  max: number
  windowMs: number
  by: 'address' | 'account' | 'given'
  shared: boolean
}

const minute = 60_000

export const limits = {
  register: { max: 10, windowMs: 10 * minute, by: 'address', shared: true },
  login: { max: 20, windowMs: 5 * minute, by: 'address', shared: true },
  /** One account from one address: what slows whoever sits beside the owner. */
  loginPair: { max: 10, windowMs: 5 * minute, by: 'given', shared: true },
  /** One account from all addresses where its owner never was: guesses spread over many machines. */
  loginStrangers: { max: 30, windowMs: 60 * minute, by: 'given', shared: true },
  forgot: { max: 10, windowMs: 10 * minute, by: 'address', shared: true },
  /** As long as a reset link is good: whoever gets no further mail has a link that works. */
  forgotAccount: { max: 5, windowMs: RESET_SECONDS * 1000, by: 'given', shared: true },
  /**
   * The same over a day, for those who ask from where the account's owner never was. After 20 such requests, whoever made
   * them, an owner at a new address gets no mail until the next day either.
   */
  forgotStrangers: { max: 20, windowMs: 24 * 60 * minute, by: 'given', shared: true },
  /** Links out of mails. */
  mailedToken: { max: 30, windowMs: 10 * minute, by: 'address', shared: true },
  /** Mails that a user has sent to themselves. */
  resend: { max: 3, windowMs: 10 * minute, by: 'account', shared: true },
  /** To one unconfirmed address, which may be a stranger's, in whatever account it was written. */
  resendAddress: { max: 5, windowMs: 24 * 60 * minute, by: 'given', shared: true },
  /** A password asked of somebody who is signed in. */
  password: { max: 10, windowMs: 5 * minute, by: 'account', shared: true },
  photo: { max: 20, windowMs: 10 * minute, by: 'account', shared: false },
  /** The whole account each time. */
  export: { max: 5, windowMs: 10 * minute, by: 'account', shared: false },
  /** Somebody who volunteers, or puts others' addresses down. */
  volunteer: { max: 5, windowMs: 60 * minute, by: 'account', shared: true },
  checkEmail: { max: 30, windowMs: 5 * minute, by: 'address', shared: true },
  refresh: { max: 120, windowMs: minute, by: 'address', shared: false },
  /** Two calls of the judge each time, which no plan counts. */
  score: { max: 20, windowMs: 10 * minute, by: 'account', shared: true },
  /** Two a second: as one types. */
  search: { max: 120, windowMs: minute, by: 'account', shared: false },
  send: { max: 60, windowMs: minute, by: 'account', shared: false },
  write: { max: 300, windowMs: minute, by: 'account', shared: false },
  read: { max: 600, windowMs: minute, by: 'account', shared: false },
  /** Each may ask the payment processor something. */
  buy: { max: 60, windowMs: minute, by: 'account', shared: false },
  /** A processor sends its events from few addresses, all at once after an outage. */
  webhook: { max: 3000, windowMs: minute, by: 'address', shared: false },
  /** Error reports of browsers: many users may share an address. */
  clientError: { max: 60, windowMs: 10 * minute, by: 'address', shared: false },
  public: { max: 300, windowMs: minute, by: 'address', shared: false },
} as const satisfies Record<string, Limit>

/** How many calls may stay open at once: event streams, and calls that wait for an answer. */
export interface OpenCallLimits {
  /** More than anybody's tabs and devices follow; the oldest one ends, and the app goes on where it was. */
  perUser: number
  /** About 35 MB while nothing is sent, and up to 0.3 MB each while everything is. */
  perProcess: number
}

export const openCallLimits: OpenCallLimits = { perUser: 20, perProcess: 2_000 }

export type LimitName = keyof typeof limits

/** Those that a route can name: counted by what the HTTP layer knows. */
export type RouteLimit = {
  [N in LimitName]: (typeof limits)[N]['by'] extends 'given' ? never : N
}[LimitName]
