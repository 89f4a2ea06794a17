import { useLingui } from '@lingui/react/macro'
import type { Tokens } from 'marked'
import type { ReactNode } from 'react'
import { renderInline } from './render-inline.tsx'

/** Renders a table in a scrollable frame, so that a wide table never widens the page. */
export function TableBlock({ table }: { table: Tokens.Table }): ReactNode {
  const { t } = useLingui()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section data-table="" aria-label={t`Table`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {table.header.map((cell, index) => (
              <th key={String(index)} scope="col" data-align={cell.align ?? undefined} dir="auto">
                {renderInline(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, line) => (
            <tr key={String(line)}>
              {row.map((cell, index) => (
                <td key={String(index)} data-align={cell.align ?? undefined} dir="auto">
                  {renderInline(cell.tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
