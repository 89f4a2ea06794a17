import type { User } from '#contract/objects/user.ts'

/** Who is signed in. `generation` grows with every change, in whichever tab or worker it was made. */
export interface Session {
  readonly generation: number
  readonly user: User
  readonly access: string
  readonly refresh: string
}

/** The same, or that nobody is: signing out keeps the generation, so that it wins over older sign-ins. */
export interface SessionState {
  readonly generation: number
  readonly session: Session | null
  /** It ended because its refresh was refused; nobody asked for that. */
  readonly refused?: true
}

export const nobody: SessionState = { generation: 0, session: null }
