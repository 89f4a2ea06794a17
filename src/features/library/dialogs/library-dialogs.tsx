import type { Asked } from './dialog-context.ts'
import { LabelsDialog } from './labels-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { TagsDialog } from './tags-dialog.tsx'

interface LibraryDialogsProps {
  account: number
  asked: Asked
  open: boolean
  onClose: (done: boolean) => void
}

/** The dialogs of the list, in one file that comes when the first of them is asked for. */
export function LibraryDialogs({ account, asked, open, onClose }: LibraryDialogsProps) {
  const common = { account, open }
  const close = () => onClose(false)
  switch (asked.what) {
    case 'rename':
      return <RenameDialog {...common} chat={asked.chat} onClose={close} />
    case 'move':
      return <MoveDialog {...common} chats={asked.chats} onClose={onClose} />
    case 'tag':
      return <TagsDialog {...common} chats={asked.chats} onClose={onClose} />
    case 'folders':
      return <LabelsDialog {...common} kind="folder" onClose={close} />
    case 'tags':
      return <LabelsDialog {...common} kind="tag" onClose={close} />
  }
}
