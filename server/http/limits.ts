/**
 * How often one may call, by name; every route names one. `address` limits count by the peer's
 * address, `account` by the signed-in person, `given` by what a service names (an e-mail address).
 * `shared` ones are counted in the database, so that all processes count together, the others in memory.
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
  /** Short, so that a stranger's guesses never lock the owner out for longer than a minute. */
  loginAccount: { max: 10, windowMs: minute, by: 'given', shared: true },
  checkEmail: { max: 30, windowMs: 5 * minute, by: 'address', shared: true },
  refresh: { max: 120, windowMs: minute, by: 'address', shared: false },
  send: { max: 60, windowMs: minute, by: 'account', shared: false },
  write: { max: 300, windowMs: minute, by: 'account', shared: false },
  read: { max: 600, windowMs: minute, by: 'account', shared: false },
  public: { max: 300, windowMs: minute, by: 'address', shared: false },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

/** Those that a route can name: counted by what the HTTP layer knows. */
export type RouteLimit = {
  [N in LimitName]: (typeof limits)[N]['by'] extends 'given' ? never : N
}[LimitName]
