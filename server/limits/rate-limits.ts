import { RESET_SECONDS } from '#contract/limits.ts'

/**
 * Rate limits by name; every route names one. `address` limits count by IP address, `account` ones by the signed-in
 * user, `given` ones by a key of the caller (such as an email address). `shared` limits are counted in the database
 * under keyed hashes, so that all processes count together, the others in memory.
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
  /** One account from one address: limits guesses from an address that the owner uses too. */
  loginPair: { max: 10, windowMs: 5 * minute, by: 'given', shared: true },
  /** One account from all addresses that its owner has never used: limits distributed guesses. */
  loginStrangers: { max: 30, windowMs: 60 * minute, by: 'given', shared: true },
  forgot: { max: 10, windowMs: 10 * minute, by: 'address', shared: true },
  /** The window equals the lifetime of a reset link: a user who gets no further mail has a valid link. */
  forgotAccount: { max: 5, windowMs: RESET_SECONDS * 1000, by: 'given', shared: true },
  /**
   * Per day, for requests from addresses that the account's owner has never used. After 20 such requests an owner at a
   * new address gets no mail until the next day either.
   */
  forgotStrangers: { max: 20, windowMs: 24 * 60 * minute, by: 'given', shared: true },
  /** For links in mails. */
  mailedToken: { max: 30, windowMs: 10 * minute, by: 'address', shared: true },
  /** Mails with a link that a user requests, to their address or to a new one. */
  resend: { max: 3, windowMs: 10 * minute, by: 'account', shared: true },
  /** To one unconfirmed address, which may be a stranger's, counted over all accounts, also the mail of a new one. */
  resendAddress: { max: 5, windowMs: 24 * 60 * minute, by: 'given', shared: true },
  /** Requests for the newsletter, each of which may mail a stranger. */
  subscribe: { max: 10, windowMs: 10 * minute, by: 'address', shared: true },
  /** Mails to one address that asks for the newsletter, per day. */
  subscribeAddress: { max: 3, windowMs: 24 * 60 * minute, by: 'given', shared: true },
  /** Checks of a signed-in user's password. */
  password: { max: 10, windowMs: 5 * minute, by: 'account', shared: true },
  /** Tries of one-time codes: by account from addresses its owner has never used, else by account and address. */
  secondFactor: { max: 10, windowMs: 60 * minute, by: 'given', shared: true },
  photo: { max: 20, windowMs: 10 * minute, by: 'account', shared: false },
  /** Each export reads the whole account. */
  export: { max: 5, windowMs: 10 * minute, by: 'account', shared: false },
  /** Each check reads the whole audit. */
  check: { max: 30, windowMs: 10 * minute, by: 'account', shared: false },
  /** Sign-ups of volunteers, which may contain other users' addresses. */
  volunteer: { max: 5, windowMs: 60 * minute, by: 'account', shared: true },
  checkEmail: { max: 30, windowMs: 5 * minute, by: 'address', shared: true },
  refresh: { max: 120, windowMs: minute, by: 'address', shared: false },
  /** Each scoring costs two model calls, which no plan counts. */
  score: { max: 20, windowMs: 10 * minute, by: 'account', shared: true },
  /** Two a second, for searching while typing. */
  search: { max: 120, windowMs: minute, by: 'account', shared: false },
  /** Beginnings and chunks of files: many small files of a queue that was written offline, or one large one. */
  upload: { max: 600, windowMs: minute, by: 'account', shared: false },
  /** Portions of an import, one after the other: a gigabyte is 3,000 of them, and a server stores five a second. */
  import: { max: 300, windowMs: minute, by: 'account', shared: false },
  /**
   * Recordings of a conversation, and its spoken sentences: each costs the speech service time, and no plan counts it.
   */
  transcribe: { max: 30, windowMs: minute, by: 'account', shared: false },
  speak: { max: 120, windowMs: minute, by: 'account', shared: false },
  send: { max: 60, windowMs: minute, by: 'account', shared: false },
  /** Apart from other changes, so that the first message of a new chat does not wait for a change of many chats. */
  create: { max: 300, windowMs: minute, by: 'account', shared: false },
  write: { max: 300, windowMs: minute, by: 'account', shared: false },
  read: { max: 600, windowMs: minute, by: 'account', shared: false },
  /** Each call may query the payment processor. */
  buy: { max: 60, windowMs: minute, by: 'account', shared: false },
  /** Promotion codes that are tried, also by a purchase, so that nobody guesses one. */
  code: { max: 30, windowMs: 10 * minute, by: 'account', shared: true },
  /** A processor sends its events from few addresses, and all at once after an outage. */
  webhook: { max: 3000, windowMs: minute, by: 'address', shared: false },
  /** Error reports of browsers; many users may share an address. */
  clientError: { max: 60, windowMs: 10 * minute, by: 'address', shared: false },
  public: { max: 300, windowMs: minute, by: 'address', shared: false },
} as const satisfies Record<string, Limit>

/** Limits that protect the mailbox at an address, by which they count, whoever requests the mails. */
export const mailboxLimits: ReadonlySet<string> = new Set<LimitName>([
  'forgotAccount',
  'forgotStrangers',
  'resendAddress',
  'subscribeAddress',
])

/** Limits of open calls: event streams, and calls that wait for an answer. */
export interface OpenCallLimits {
  /** More than a user's tabs and devices need; above it the oldest call ends, and the app reconnects. */
  perUser: number
  /** So many open calls use about 35 MB while idle, and up to 0.3 MB each while all of them send. */
  perProcess: number
}

export const openCallLimits: OpenCallLimits = { perUser: 20, perProcess: 2_000 }

/**
 * The same for answers in temporary chats, whose calls run the model themselves. A call that only waits for its scores
 * has no place any more: the queue of the scores has a bound of its own.
 */
export const temporaryCallLimits: OpenCallLimits = { perUser: 8, perProcess: 64 }

export type LimitName = keyof typeof limits

/** The limits that a route can name: their keys are known to the HTTP layer. */
export type RouteLimit = {
  [N in LimitName]: (typeof limits)[N]['by'] extends 'given' ? never : N
}[LimitName]
