import { Trans, useLingui } from '@lingui/react/macro'
import { IconButton } from '#ui/button/icon-button.tsx'
import { CheckSquareIcon } from '#ui/icons/icons.tsx'
import { ShownLabels } from './active-filters.tsx'
import { FolderMenu, TagMenu } from './filter-menus.tsx'
import type { Labels } from './labels/use-labels.ts'
import styles from './library.module.css'
import { useListView } from './list-view.ts'

/** Over the list: by folder, by tags, and the way to choose several chats. */
export function ListHead({ account, labels }: { account: number; labels: Labels }) {
  const { t } = useLingui()
  const { startChoosing } = useListView(account)
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.heading}>
          <Trans>Sessions</Trans>
        </h2>
        <FolderMenu account={account} folders={labels.folders} />
        <TagMenu account={account} tags={labels.tags} />
        <IconButton size="s" label={t`Select`} icon={<CheckSquareIcon size={18} />} onClick={() => startChoosing()} />
      </div>
      <ShownLabels account={account} labels={labels} />
    </>
  )
}
