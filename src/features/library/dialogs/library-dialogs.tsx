import type { DialogRequest } from './dialog-context.ts'
import { LabelsDialog } from './labels-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { TagsDialog } from './tags-dialog.tsx'

interface LibraryDialogsProps {
  userId: number
  request: DialogRequest
  open: boolean
  onClose: (done: boolean) => void
}

/** The dialogs of the list, in one chunk that is loaded at the first request. */
export function LibraryDialogs({ userId, request, open, onClose }: LibraryDialogsProps) {
  const common = { userId, open }
  const close = () => onClose(false)
  switch (request.what) {
    case 'rename':
      return <RenameDialog {...common} chat={request.chat} onClose={close} />
    case 'share':
      return <ShareDialog {...common} chat={request.chat} onClose={close} />
    case 'move':
      return <MoveDialog {...common} chatIds={request.chatIds} onClose={onClose} />
    case 'tag':
      return <TagsDialog {...common} chatIds={request.chatIds} onClose={onClose} />
    case 'folders':
      return <LabelsDialog {...common} kind="folder" onClose={close} />
    case 'tags':
      return <LabelsDialog {...common} kind="tag" onClose={close} />
  }
}
