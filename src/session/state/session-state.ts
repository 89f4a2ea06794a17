import type { User } from '#contract/objects/user.ts'

/** The signed-in user. `generation` increases with every change, in any tab or worker. */
export interface Session {
  readonly generation: number
  readonly user: User
  readonly access: string
  readonly refresh: string
}

/** The session or none: signing out increases the generation too, so that it wins over older sign-ins. */
export interface SessionState {
  readonly generation: number
  readonly session: Session | null
  /** The session was ended by a refused token refresh, not by the user. */
  readonly refused?: true
}

export const nobody: SessionState = { generation: 0, session: null }
