import { useQuery } from '@tanstack/react-query'
import type { PublicConfig } from '#contract/objects/config.ts'
import type { User } from '#contract/objects/user.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { useSession } from '#session/state/session-atom.ts'

/** Whether a user has to confirm the address before a trial: only where a link can be sent to it. */
export const mustConfirm = ({ mail }: Pick<PublicConfig, 'mail'>, user: Pick<User, 'email_verified'>): boolean =>
  mail && !user.email_verified

/** `mustConfirm` for the signed-in user; false while the configuration is unknown, since the server decides. */
export function useMustConfirm(): boolean {
  const user = useSession()?.user
  const { data: config } = useQuery(configQuery, queryClient)
  return config !== undefined && user !== undefined && mustConfirm(config, user)
}
