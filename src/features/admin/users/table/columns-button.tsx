import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#ui/button/button.tsx'
import { ColumnsIcon } from '#ui/icons/icons.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { MenuCheckbox } from '#ui/menu/menu-item.tsx'
import { columnNames, type UserColumn, userColumns } from './user-columns.ts'

type ColumnsButtonProps = {
  /** Undefined until the stored choice is read: a change would replace it. */
  columns: readonly UserColumn[] | undefined
  onChange: (columns: readonly UserColumn[]) => void
}

export function ColumnsButton({ columns, onChange }: ColumnsButtonProps) {
  const { i18n } = useLingui()
  return (
    <Menu
      trigger={
        <Button size="s" variant="quiet" icon={<ColumnsIcon size={18} />} disabled={columns === undefined}>
          <Trans>Columns</Trans>
        </Button>
      }
    >
      {columns &&
        userColumns.map((column) => (
          <MenuCheckbox
            key={column}
            checked={columns.includes(column)}
            onChange={(checked) =>
              onChange(userColumns.filter((other) => (other === column ? checked : columns.includes(other))))
            }
          >
            {i18n._(columnNames[column])}
          </MenuCheckbox>
        ))}
    </Menu>
  )
}
