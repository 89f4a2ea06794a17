import { updateUser } from '#contract/endpoints/admin.ts'
import type { ChangeUserInput } from '#contract/objects/admin/user-input.ts'
import type { User } from '#contract/objects/user.ts'
import { withoutInvisible } from '#contract/primitives.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { currentSession } from '#session/state/session-atom.ts'
import { refreshActivity, userQuery } from './get-user.ts'
import { sessionsQuery } from './user-sessions.tsx'

const fields = [
  'email',
  'username',
  'first_name',
  'last_name',
  'is_vip',
  'is_provider',
  'is_ad_subscriber',
  'receive_newsletters',
  'is_admin',
] as const satisfies (keyof ChangeUserInput & keyof User)[]

export const firstFields = (user: User) => ({
  ...Object.fromEntries(fields.map((field) => [field, user[field]])),
  // An old username may contain invisible characters, which are refused now: without them it can be saved.
  username: withoutInvisible(user.username),
  password: '',
})

/** Returns only the changed fields, because another admin may have changed the others in the meantime. */
export function changedFields(user: User, typed: ChangeUserInput): ChangeUserInput {
  const changed = fields.filter((field) => typed[field] !== undefined && typed[field] !== user[field])
  const given = Object.fromEntries(changed.map((field) => [field, typed[field]]))
  return typed.password ? { ...given, password: typed.password } : given
}

export async function saveUser(id: number, changes: ChangeUserInput): Promise<void> {
  if (Object.keys(changes).length === 0) return
  queryClient.setQueryData(userQuery(id).queryKey, await api.call(updateUser, { params: { id }, body: changes }))
  if (currentSession()?.user.id === id) await refreshUser()
  void refreshActivity(id)
  // A new address or password has ended all sessions.
  if (changes.email !== undefined || changes.password) {
    void queryClient.invalidateQueries({ queryKey: sessionsQuery(id).queryKey })
  }
}
