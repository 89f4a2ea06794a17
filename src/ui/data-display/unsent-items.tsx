import { Plural } from '@lingui/react/macro'

export interface UnsentItemsProps {
  messages: number
  changes: number
  drafts: number
  files: number
  className?: string | undefined
}

/** Lists the data that would be lost with this device's copy as list items; kinds with the count 0 are left out. */
export function UnsentItems({ messages, changes, drafts, files, className }: UnsentItemsProps) {
  return (
    <>
      {messages > 0 && (
        <li className={className}>
          <Plural value={messages} one="# message that has not been sent" other="# messages that have not been sent" />
        </li>
      )}
      {changes > 0 && (
        <li className={className}>
          <Plural value={changes} one="# change that has not been sent" other="# changes that have not been sent" />
        </li>
      )}
      {drafts > 0 && (
        <li className={className}>
          <Plural value={drafts} one="# draft" other="# drafts" />
        </li>
      )}
      {files > 0 && (
        <li className={className}>
          <Plural value={files} one="# file that has not been sent" other="# files that have not been sent" />
        </li>
      )}
    </>
  )
}
