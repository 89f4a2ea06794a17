import type { ChatProfile, ChatProfilePatch } from '#contract/objects/chat-profile.ts'
import { applyProfileChange, defaultProfile } from '#offline/chats/chat-profile.ts'
import type { ReceivedRequest, Reply } from '../../servers/stub-server.ts'

/** The chat profile of one user in memory, as the contract describes it. */
export function profileModel(time: () => string) {
  let profile: ChatProfile = defaultProfile
  const removed = new Set<string>()

  /** Handles calls on the profile; returns undefined for all others. */
  function handle({ method, path, json }: Pick<ReceivedRequest, 'method' | 'path' | 'json'>): Reply | undefined {
    if (path !== '/companion/chat/profile/') return undefined
    if (method === 'PATCH') {
      const now = time()
      const { memories_add = [], ...patch } = json as ChatProfilePatch
      const added = memories_add.filter(({ id }) => !removed.has(id))
      profile = { ...applyProfileChange(profile, { ...patch, memories_add: added }, now), updated_at: now }
      for (const id of patch.memories_remove ?? []) removed.add(id)
    }
    return { status: 200, json: profile }
  }

  return { handle, profile: () => profile }
}
