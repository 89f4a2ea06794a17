import { useLingui } from '@lingui/react/macro'
import type { Tokens } from 'marked'
import type { ReactNode } from 'react'
import { markdownToText } from './markdown-to-text.ts'
import { renderInline } from './render-inline.tsx'

/** Renders a table in a scrollable frame, so that a wide table never widens the page. */
export function TableBlock({ table }: { table: Tokens.Table }): ReactNode {
  const { t } = useLingui()
  const columns = table.header
    .map(({ text }) => markdownToText(text))
    .filter((name) => name !== '')
    .join(', ')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section data-table="" aria-label={columns === '' ? t`Table` : t`Table: ${columns}`} tabIndex={0}>
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
                <td
                  key={String(index)}
                  data-align={cell.align ?? undefined}
                  data-amount={isAmount(cell.text) || undefined}
                  dir="auto"
                >
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

/** True for amounts, dates and ranges such as "2,400 to 0", which must not break. */
function isAmount(text: string): boolean {
  return /\d/.test(text) && text.length <= 24 && !/\p{L}{4,}/u.test(text)
}
