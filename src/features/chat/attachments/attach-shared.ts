import { takeSharedFiles } from '#lib/service-worker/shared-files.ts'
import { NEW_CHAT } from '#offline/drafts/drafts.ts'
import { attachFiles } from './attach-files.ts'

/** Attaches the files that another app has shared to the draft of a new chat, where they are shown at once. */
export async function attachShared(userId: number): Promise<void> {
  const files = await takeSharedFiles()
  if (files.length > 0) attachFiles(files, { userId, draftKey: () => NEW_CHAT })
}
